/* The advisor's page: reads the form, answers from assets/resolve.js, keeps the questions in the address. Nothing is sent anywhere.
   The words come from the language's words.js, the rules from advisor-data.js, which is resolver.json of the API as a script. */
(function () {
  "use strict";
  var root = document.querySelector(".kb-advisor");
  var words = window.kbWords;
  if (!root || !window.KbRules || !window.kbRules || !words) return;
  var rules = KbRules.read(window.kbRules);
  var ui = words.ui;
  var form = document.getElementById("advisor-form");
  var device = document.getElementById("advisor-device");
  var choice = document.getElementById("advisor-choice");
  var list = document.getElementById("advisor-list");
  var file = document.getElementById("advisor-file");
  var shown = document.getElementById("advisor-shown");
  var status = document.getElementById("advisor-status");
  var fields = Array.from(form.querySelectorAll("[data-stack]"));
  var language = root.closest("[lang]").lang;

  var PAUSE = 500; // milliseconds without typing after which an answer is due
  var LONGEST = 2000; // characters of an inventory that the address takes
  var FEW = 4; // candidates that a row shows at once
  var number = new Intl.NumberFormat(language);
  var SYMBOLS = { met: "✔", unmet: "✖", "cannot-tell": "？", "on-matrix": "✔", "off-matrix": "✖" };
  var CARRIED = "kb-advisor-list"; // takes a long inventory to the other language

  if (rules.version !== root.dataset.version || words.version !== root.dataset.version) {
    root.prepend(make("p", { className: "kb-note", role: "alert" }, ui["advisor-stale"]));
    return;
  }
  var resolve = rules.resolve, most = Number(root.dataset.most);

  // ---- small tools

  function make(tag, properties) {
    var element = Object.assign(document.createElement(tag), properties);
    element.append.apply(element, Array.prototype.slice.call(arguments, 2).flat().filter(Boolean));
    return element;
  }

  function fill(pattern, values) {
    return pattern.replace(/\{([a-z]+)\}/g, function (all, name) { return name in values ? values[name] : all; });
  }

  function labelled(label, value) {
    return fill(words.phrases.label, { label: label, value: value });
  }

  function sentences(parts) {
    return parts.filter(Boolean).join(words.phrases.gap);
  }

  function button(text, action) {
    var made = make("button", { type: "button", className: "md-button" }, text);
    made.addEventListener("click", action);
    return made;
  }

  /* From disk nobody adds the file's name. */
  function address(href) {
    return location.protocol === "file:" ? href.replace(/\/(?=#|$)/, "/index.html") : href;
  }

  function link(href, text) {
    return make("a", { href: address(href) }, text);
  }

  function save(name, type, text) {
    var url = URL.createObjectURL(new Blob([text], { type: type }));
    make("a", { href: url, download: name }).click();
    setTimeout(function () { URL.revokeObjectURL(url); }, 10000);
  }

  // ---- what is asked

  function plain(field) {
    return field.value.normalize("NFKC").trim();
  }

  function read() {
    var stack = {};
    fields.forEach(function (field) { if (plain(field)) stack[field.name] = plain(field); });
    return { device: device.value.trim(), list: list.value.trim() ? list.value : "", stack: stack };
  }

  function write(question) {
    device.value = question.device;
    list.value = question.list;
    if (question.list) list.closest("details").open = true;
    fields.forEach(function (field) {
      field.value = question.stack[field.name] || "";
      if (field.value) field.closest("details").open = true;
    });
  }

  /* The lines to answer, and how many others were left out: what a tool prints around its devices. */
  function linesOf(question) {
    var written = [question.device].concat(question.list.split(/[\n\r\u2028\u2029]+/)).filter(function (line) { return line.trim(); });
    var lines = written.filter(function (line) { return !rules.isFrame(line); });
    return { lines: lines, leftOut: written.length - lines.length };
  }

  // ---- the address

  // Not as usual with %: the theme takes what it decodes for the id of an element.
  function pack(text) {
    return "list=" + encodeURIComponent(text).replace(/~/g, "%7E").replace(/%20/g, "+").replace(/%/g, "~");
  }

  function unpack(fragment) {
    try {
      return decodeURIComponent(fragment.slice("#list=".length).replace(/\+/g, " ").replace(/~/g, "%"));
    } catch (broken) {
      return "";
    }
  }

  function holdsList() {
    return location.hash.indexOf("#list=") === 0;
  }

  function fits(question) {
    return pack(question.list).length <= LONGEST;
  }

  function asked() {
    var query = new URLSearchParams(location.search), stack = {};
    fields.forEach(function (field) { stack[field.name] = query.get(field.name) || ""; });
    return { device: query.get("device") || "", list: holdsList() ? unpack(location.hash) : (history.state || {}).list || "", stack: stack };
  }

  function addressOf(question) {
    var query = new URLSearchParams(location.search);
    query.delete("device");
    if (question.device) query.set("device", question.device);
    fields.forEach(function (field) {
      query.delete(field.name);
      if (question.stack[field.name]) query.set(field.name, question.stack[field.name]);
    });
    var text = query.toString();
    return location.pathname + (text ? "?" + text : "") + (question.list && fits(question) ? "#" + pack(question.list) : "");
  }

  /* A step that Back returns from for each field that was changed, not for each letter. */
  function keep(question, fresh) {
    // What the address is too short for, the browser keeps for Back, Forward and reloading.
    var state = question.list && !fits(question) ? { list: question.list } : {};
    var before = location.pathname + location.search + (holdsList() ? location.hash : "");
    if (addressOf(question) === before && (state.list || "") === ((history.state || {}).list || "")) return;
    try {
      history[fresh ? "pushState" : "replaceState"](state, "", addressOf(question));
    } catch (refused) {
      // Too often, or from disk: the answer is there all the same.
    }
  }

  /* Tells our own steps of the history from those that a link into the page makes. */
  function mark() {
    try {
      history.replaceState(history.state || {}, "");
    } catch (refused) {
      // From disk some browsers allow none.
    }
  }

  // ---- words of an answer

  function badge(result) {
    var known = words.statuses[result.status];
    var subject = result.accelerator || "";
    var text = make("span", {}, known ? known[1] : ui["advisor-" + result.status]);
    var made = make("span", { className: "verdict" }, make("span", { ariaHidden: "true" }, known ? known[0] : "？"), " ", text);
    if (subject) made.dataset.accelerator = subject;
    made.dataset.status = result.status;
    return made;
  }

  function state(id) {
    var made = make("span", { className: "kb-state" }, make("span", { ariaHidden: "true" }, SYMBOLS[id]), " ", make("span", {}, words.outcomes[id]));
    made.dataset.state = id;
    return made;
  }

  function nameOf(result) {
    if (result.accelerator) return rules.accelerators[result.accelerator].name;
    return result.architecture ? rules.architectures[result.architecture].name : "";
  }

  function statusWords(result) {
    return words.statuses[result.status] ? words.statuses[result.status][1] : ui["advisor-" + result.status];
  }

  /* What is said of a condition: [sentence, remedy, where to look]. */
  function said(id, condition) {
    if (condition.requirement === "accelerator") return []; // its reason stands among the facts
    var requirement = rules.requirements[condition.requirement], own = words.requirements[condition.requirement];
    var component = condition.component;
    var stack = rules.targets[rules.accelerators[id].architecture];
    var values = {
      name: requirement.name, given: condition.given, names: own.names,
      bound: component ? words.components[component.id][condition.requirement] : own.bound,
      component: component ? component.name : "", stack: stack ? rules.requirements[stack].phrase[language] : ""
    };
    var remedy = words.outcomes["remedy-" + condition.reason];
    // The number of a stack is easily taken for another one, so where it stands is said even if it fits.
    var where = condition.state !== "met" || requirement.stack ? own.where : "";
    return [condition.state === "met" ? "" : fill(words.outcomes[condition.reason], values), remedy ? fill(remedy, values) : "", where];
  }

  /* Without a place on the list no environment helps, so what was not given is not asked for. */
  function worthSaying(id, conditions) {
    return conditions.filter(function (condition) {
      return condition.reason !== "not-given" || rules.accelerators[id].status === "listed";
    });
  }

  // ---- parts of an answer

  function fact(label, content) {
    return [make("dt", {}, label), make("dd", {}, content)];
  }

  function conditionList(id, judged, heading) {
    var items = worthSaying(id, judged.conditions).map(function (condition) {
      var requirement = rules.requirements[condition.requirement];
      var head = make("p", { className: "kb-condition__head" }, state(condition.state), " ", make("strong", {}, requirement ? requirement.phrase[language] : ui.accelerator));
      var given = requirement && condition.given ? make("p", { className: "kb-condition__given" }, labelled(ui["advisor-given"], condition.given)) : null;
      var parts = said(id, condition);
      var item = make("li", {}, head, given, parts[0] ? make("p", {}, sentences(parts.slice(0, 2))) : null, parts[2] ? make("p", { className: "kb-advisor__hint" }, parts[2]) : null);
      item.dataset.requirement = condition.requirement;
      item.dataset.state = condition.state;
      return item;
    });
    return [
      make("p", { className: "kb-outcome" }, make("strong", {}, ui["advice-whole"]), " ", state(judged.outcome)),
      make(heading, {}, ui["advisor-conditions"]),
      make("ul", { className: "kb-conditions" }, items)
    ];
  }

  function questions(heading) {
    return [
      make(heading, {}, ui["advisor-questions"]),
      make("ol", {}, words.questions.items.map(function (item) { return make("li", {}, item); })),
      make("p", {}, link(words.questions.href, ui["advisor-questions-more"]))
    ];
  }

  function citation(id) {
    var panel = document.getElementById("cite-panel").content.cloneNode(true).firstElementChild;
    panel.querySelectorAll("[id]").forEach(function (part) { part.id += "-" + id; });
    panel.querySelectorAll("label").forEach(function (label) { label.htmlFor += "-" + id; });
    panel.dataset.cite = id;
    panel.dataset.texts = words.accelerators[id][4];
    window.kbEnhanceCitation(panel);
    return panel;
  }

  /* Everything that can be said of a product, with headings of a level. */
  function product(id, stack, heading) {
    var own = words.accelerators[id], accelerator = rules.accelerators[id], path = words.paths[accelerator.path];
    var architecture = accelerator.architecture ? rules.architectures[accelerator.architecture].name : ui["not-established"];
    var facts = make("dl", { className: "kb-facts" },
      fact(ui.accelerator, link(own[3], accelerator.name)),
      fact(ui.architecture, architecture),
      fact(ui["cite-reason"], own[1]),
      fact(ui.procurement, own[2]),
      fact(ui.path, [link(path[1], path[0]), make("br"), path[2]]));
    return [make("p", { className: "kb-lead" }, own[0]), facts, conditionList(id, rules.judge(id, stack), heading),
      accelerator.status === "unconfirmed" ? questions(heading) : null, citation(id)].flat();
  }

  function choices(ids) {
    return make("div", { className: "kb-choices" }, ids.map(function (id) {
      var made = make("button", { type: "button", className: "md-button" }, rules.accelerators[id].name);
      made.dataset.candidate = id;
      return made;
    }));
  }

  /* In a row there is no room for many, and a long inventory has many rows: they are made when they are asked for. */
  function folded(ids) {
    if (ids.length <= FEW) return choices(ids);
    var details = make("details", {}, make("summary", {}, fill(words.phrases.remark, { text: ui["advisor-candidates"], remark: ids.length })));
    details.dataset.candidates = ids.join(" ");
    return details;
  }

  function candidatesOf(result) {
    return result.architecture && !result.accelerator ? rules.architectures[result.architecture].accelerators : result.candidates;
  }

  // ---- answers

  function single(entry, stack) {
    var result = entry.result, head = badge(result);
    head.classList.add("verdict--large");
    var parts = [make("p", { className: "kb-advisor__input" }, labelled(ui["advisor-line"], entry.line)), head];
    if (result.accelerator) return parts.concat(product(result.accelerator, stack, "h3"));
    if (result.architecture) parts.push(make("p", {}, labelled(ui.architecture, nameOf(result))));
    var text = result.architecture ? "advisor-architecture-text" : "advisor-" + result.status + "-text";
    parts.push(make("p", {}, ui[text]));
    var ids = candidatesOf(result);
    if (ids.length && result.status === "unknown" && !result.architecture) parts.push(make("p", {}, ui["advisor-near"]));
    if (!ids.length) return parts;
    var offered = choices(ids);
    offered.dataset.line = entry.line;
    return parts.concat(offered);
  }

  function cell(label, content, tag) {
    var made = make(tag || "td", tag ? { scope: "row", role: "rowheader" } : { role: "cell" }, content);
    if (!tag) made.dataset.label = label;
    return made;
  }

  /* The rows of entries. Most of a long inventory says the same, so each answer is made once and copied. */
  function rows(entries) {
    var made = new Map();
    return entries.map(function (entry) {
      var answer = JSON.stringify(entry.result);
      if (!made.has(answer)) made.set(answer, row(entry));
      var copy = made.get(answer).cloneNode(true);
      copy.firstChild.textContent = entry.line;
      return copy;
    });
  }

  function row(entry) {
    var result = entry.result, id = result.accelerator;
    var path = id ? words.paths[rules.accelerators[id].path] : null;
    var named = id ? link(words.accelerators[id][3], rules.accelerators[id].name) : candidatesOf(result).length ? folded(candidatesOf(result)) : "";
    return make("tr", { role: "row" },
      cell(ui["advisor-line"], "", "th"),
      cell(ui.verdict, badge(result)),
      cell(ui.accelerator, named),
      cell(ui.architecture, result.architecture ? rules.architectures[result.architecture].name : ""),
      cell(ui["advice-whole"], id ? state(entry.outcome) : ""),
      cell(ui.path, path ? link(path[1], path[0]) : ""));
  }

  /* With its roles: the style sheet lays its rows out as grids, and some browsers then take it for no table. */
  function table(entries) {
    var heads = [ui["advisor-line"], ui.verdict, ui.accelerator, ui.architecture, ui["advice-whole"], ui.path];
    var head = make("tr", { role: "row" }, heads.map(function (text) { return make("th", { scope: "col", role: "columnheader" }, text); }));
    var made = make("table", { className: "kb-table kb-stack kb-lines", role: "table" }, make("caption", {}, ui["advisor-by-line"]),
      make("thead", { role: "rowgroup" }, head), make("tbody", { role: "rowgroup" }, rows(entries)));
    var region = make("div", { className: "kb-scroll", tabIndex: 0 }, made);
    region.setAttribute("role", "region");
    region.setAttribute("aria-label", ui["advisor-by-line"]);
    return region;
  }

  function several(entries, stack, opened) {
    var ids = Array.from(new Set(entries.map(function (entry) { return entry.result.accelerator; }).filter(Boolean)));
    var cards = ids.map(function (id) {
      var summary = make("summary", {}, make("strong", {}, rules.accelerators[id].name), " ", badge({ accelerator: id, status: rules.accelerators[id].status }));
      var card = make("details", { className: "kb-product" }, summary);
      card.dataset.product = id;
      function open() {
        if (card.childElementCount === 1) card.append.apply(card, product(id, stack, "h4").filter(Boolean));
      }
      card.addEventListener("toggle", open);
      card.fill = open;
      if (opened.includes(id)) { open(); card.open = true; }
      return card;
    });
    return [table(entries), cards.length ? make("h3", {}, ui["advisor-by-product"]) : null].concat(cards);
  }

  function summary(entries) {
    if (!entries.length) return ui["advisor-empty"];
    if (entries.length === 1) {
      var result = entries[0].result, name = nameOf(result) || entries[0].line;
      var whole = result.accelerator ? labelled(ui["advice-whole"], words.outcomes[entries[0].outcome]) : "";
      return [labelled(name, statusWords(result)), whole].filter(Boolean).join(" / ");
    }
    var counts = new Map();
    entries.forEach(function (entry) { var label = statusWords(entry.result); counts.set(label, (counts.get(label) || 0) + 1); });
    var parts = Array.from(counts, function (pair) { return pair[0] + " " + number.format(pair[1]); });
    return [fill(ui["advisor-lines-done"], { n: number.format(entries.length) })].concat(parts).join(" / ");
  }

  // ---- files

  /* A cell that a spreadsheet takes for a formula gets an apostrophe; every cell is quoted. */
  function csvCell(text) {
    return '"' + (/^[\s]*[=+\-@\t\r＝＋－＠]/.test(text) ? "'" : "") + text.replace(/"/g, '""') + '"';
  }

  function csv(entries) {
    var heads = [ui["advisor-line"], ui.accelerator, "accelerator", ui.architecture, ui.verdict, "status", ui["advice-whole"], "outcome", ui["cite-reason"], ui.path];
    var rows = entries.map(function (entry) {
      var result = entry.result, id = result.accelerator;
      return [entry.line, nameOf(id ? result : {}), id || "", result.architecture ? rules.architectures[result.architecture].name : "", statusWords(result), result.status]
        .concat(id ? [words.outcomes[entry.outcome], entry.outcome, words.accelerators[id][1], words.paths[rules.accelerators[id].path][0]] : ["", "", "", ""]);
    });
    // With a byte order mark, or some spreadsheets read another encoding.
    return "\ufeff" + [heads].concat(rows).map(function (cells) { return cells.map(csvCell).join(",") + "\r\n"; }).join("");
  }

  function saved(question) {
    return JSON.stringify({ advisor: 1, device: question.device, list: question.list ? question.list.split(/\r?\n/) : [], stack: question.stack }, null, 2) + "\n";
  }

  /* The question in a file: what was saved here, or plain text with an item on each line. Null if it is neither. */
  function loaded(text) {
    if (/[\0-\x08]/.test(text)) return null;
    if (!/^\ufeff?\s*\{/.test(text)) return { device: "", list: text.replace(/^\ufeff/, ""), stack: read().stack };
    try {
      var content = JSON.parse(text.replace(/^\ufeff/, "")), stack = {};
      if (content.advisor !== 1 || !Array.isArray(content.list)) return null;
      fields.forEach(function (field) { stack[field.name] = String((content.stack || {})[field.name] || ""); });
      return { device: String(content.device || ""), list: content.list.map(String).join("\n"), stack: stack };
    } catch (broken) {
      return null;
    }
  }

  // ---- the page

  var timer = null, edited = null;

  function note(id, values) {
    Object.keys(values).forEach(function (name) { values[name] = number.format(values[name]); });
    return make("p", { className: "kb-note" }, fill(ui[id], values));
  }

  function say(text) {
    if (status.textContent !== text) status.textContent = text;
  }

  function answer() {
    clearTimeout(timer);
    timer = null;
    var question = read(), found = linesOf(question), lines = found.lines, stack = question.stack, known = new Map();
    var outcomes = new Map(); // the stack is the same for every line
    var entries = lines.slice(0, most).map(function (line) {
      if (!known.has(line)) known.set(line, resolve(line));
      var result = known.get(line), id = result.accelerator;
      if (id && !outcomes.has(id)) outcomes.set(id, rules.judge(id, stack).outcome);
      return { line: line, result: result, outcome: id ? outcomes.get(id) : "" };
    });
    var opened = Array.from(shown.querySelectorAll(".kb-product[open]"), function (card) { return card.dataset.product; });
    var only = entries.length === 1 ? entries[0].result.accelerator : null;
    choice.value = only || "";
    var parts = !entries.length ? [] : entries.length === 1 ? single(entries[0], stack) : several(entries, stack, opened);
    if (found.leftOut) parts.unshift(note("advisor-left-out", { n: found.leftOut }));
    if (lines.length > most) parts.unshift(note("advisor-too-many", { most: most }));
    if (entries.length) parts.push(tools(entries, question));
    shown.replaceChildren.apply(shown, parts.filter(Boolean));
    say(summary(entries));
  }

  function tools(entries, question) {
    return make("div", { className: "kb-advisor__tools" },
      make("p", { className: "kb-advisor__hint" }, ui[question.list && !fits(question) ? "advisor-not-in-address" : "advisor-in-address"]),
      make("div", { className: "kb-advisor__buttons" },
        button(ui["advisor-csv"], function () { save("deepinfer-verdicts.csv", "text/csv;charset=utf-8", csv(entries)); }),
        button(ui["advisor-save"], function () { save("deepinfer-advisor.json", "application/json", saved(question)); })));
  }

  /* Answers what the form holds. Another field than the last one, or a choice, begins a new step of the history. */
  function update(field) {
    var fresh = !field || field !== edited;
    edited = field;
    keep(read(), fresh);
    answer();
  }

  function show(question) {
    edited = null;
    write(question);
    answer();
  }

  function choose(line, id) {
    var lines = list.value.split("\n");
    function renamed(old) {
      var counted = (/^\s*[0-9]+\s*[x×]\s*/i.exec(old) || [""])[0] + rules.accelerators[id].name;
      return resolve(counted).accelerator === id ? counted : rules.accelerators[id].name;
    }
    if (device.value.trim() === line) device.value = renamed(line);
    list.value = lines.map(function (one) { return one.replace(/\r$/, "") === line ? renamed(line) : one; }).join("\n");
    update();
    shown.focus({ preventScroll: true }); // the button that was pressed is gone
  }

  shown.addEventListener("click", function (event) {
    var chosen = event.target.closest("[data-candidate]");
    if (!chosen) return;
    var inRow = chosen.closest("tr");
    choose(inRow ? inRow.firstChild.textContent : chosen.parentElement.dataset.line, chosen.dataset.candidate);
  });
  shown.addEventListener("toggle", function (event) {
    var ids = event.target.dataset.candidates;
    if (ids && event.target.childElementCount === 1) event.target.append(choices(ids.split(" ")));
  }, true);

  function composing(event) {
    return event.isComposing || event.keyCode === 229;
  }

  form.addEventListener("input", function (event) {
    var field = event.target;
    if (event.isComposing || !field.name && field !== list) return;
    clearTimeout(timer);
    timer = setTimeout(function () { update(field); }, PAUSE);
  });
  form.addEventListener("compositionend", function (event) {
    event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });
  form.addEventListener("keydown", function (event) {
    // The Enter that accepts a conversion is no Enter of the form's.
    if (event.key === "Enter" && composing(event)) event.preventDefault();
  });
  form.addEventListener("change", function (event) {
    if (event.target === choice && choice.value) {
      device.value = rules.accelerators[choice.value].name;
      update();
    } else if (event.target === file && file.files.length) {
      file.files[0].text().then(function (text) {
        var question = loaded(text);
        file.value = "";
        if (!question) { say(ui["advisor-bad-file"]); return; }
        write(question);
        update();
      });
    } else {
      if (timer !== null) update(event.target);
      edited = null; // the field was left: what comes next is a new step
    }
  });
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    update(document.activeElement);
    edited = null;
  });
  // A field of one line would join what was copied from a tool into one.
  device.addEventListener("paste", function (event) {
    var text = event.clipboardData.getData("text/plain").trim();
    if (!/[\r\n]/.test(text)) return;
    event.preventDefault();
    write({ device: "", list: (list.value.trim() ? list.value.trim() + "\n" : "") + text.replace(/\r\n?/g, "\n"), stack: read().stack });
    list.focus();
    update();
  });
  document.getElementById("advisor-clear").addEventListener("click", function () {
    write({ device: "", list: "", stack: {} });
    update();
    device.focus();
  });
  window.addEventListener("popstate", function () {
    // A link into the page leaves the answers as they are, and in the address.
    if (history.state === null) { keep(read(), false); return; }
    show(asked());
  });
  // print.js opens them; what they hold is made when they are opened by hand.
  window.addEventListener("beforeprint", function () {
    shown.querySelectorAll(".kb-product").forEach(function (card) { card.fill(); });
  });
  document.addEventListener("click", function (event) {
    var away = event.target.closest ? event.target.closest("a[data-switch]") : null, question = read();
    if (!away || fits(question)) return;
    try {
      sessionStorage.setItem(CARRIED, question.list);
    } catch (refused) {
      // Then the list is lost on the way, as the page says.
    }
  }, true);

  /* A long inventory that came from the other language. */
  function carried() {
    try {
      var text = sessionStorage.getItem(CARRIED);
      sessionStorage.removeItem(CARRIED);
      return text;
    } catch (refused) {
      return null;
    }
  }

  root.classList.add("kb-advisor--ready");
  form.hidden = false;
  shown.parentElement.hidden = false;
  var first = asked(), brought = carried();
  if (brought && !first.list) first.list = brought;
  show(first);
  keep(read(), false);
  mark();
})();
