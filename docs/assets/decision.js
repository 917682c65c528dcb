/* Makes the checklist a form that fills in a decision record: answers beside the questions, conclusions beside the rules,
   the record below them. Without it the page is complete. Nothing leaves the browser; nothing stays in it. */
(function () {
  "use strict";

  var data = window.kbDecision;
  var root = document.querySelector(".kb-decision");
  if (!data || !root) return;

  var HANDED_OVER = "kb-decision"; // to the same page in another language, and gone once it is there
  var code = root.closest("[lang]").lang;
  var text = window.kbDecisionText(data);
  var speak = text.speaker(code);
  var words = speak.words;
  var status = root.querySelector('[role="status"]');
  var fields = {}; // the controls of the record's head, by name
  var answers = []; // for each item: check and item id, its controls
  var unsaved = false;
  var counter = 0;

  function make(tag, properties, children) {
    var element = Object.assign(document.createElement(tag), properties);
    (children || []).forEach(function (child) { element.append(child); });
    return element;
  }

  function ui(id, values) { return speak.ui("decision-" + id, values); }

  /* A control under its label. */
  function field(label, control, note) {
    control.id = "kb-decision-" + (counter += 1);
    control.autocomplete = "off";
    control.addEventListener("input", changed);
    return make("div", { className: "kb-decision__field" + (note ? " kb-decision__field--" + note : "") }, [make("label", { htmlFor: control.id, textContent: label }), control]);
  }

  function input(type) { return make("input", { type: type }); }

  function select(options) {
    return make("select", {}, options.map(function (option) { return make("option", { value: option[0], textContent: option[1] }); }));
  }

  function button(label, act, primary) {
    var made = make("button", { type: "button", className: "md-button" + (primary ? " md-button--primary" : ""), textContent: label });
    made.addEventListener("click", act);
    return made;
  }

  // -- the head

  function accelerators() {
    var groups = new Map();
    var made = select([["", ui("choose")]]);
    Object.keys(data.accelerators).forEach(function (id) {
      var one = data.accelerators[id];
      if (!groups.has(one.vendor)) {
        groups.set(one.vendor, make("optgroup", { label: one.vendor }));
        made.append(groups.get(one.vendor));
      }
      groups.get(one.vendor).append(make("option", { value: id, textContent: one.name }));
    });
    return made;
  }

  function today() {
    var now = new Date();
    return [String(now.getFullYear()).padStart(4, "0"), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-");
  }

  var verdict = make("p", { className: "kb-decision__verdict" });

  function head() {
    fields = { title: input("text"), accelerator: accelerators(), date: input("date"), people: input("text"), remarks: make("textarea", { rows: 2 }) };
    fields.date.value = today();
    var set = make("fieldset", { className: "kb-decision__set kb-decision__subject" }, [
      make("legend", { textContent: ui("subject") }),
      field(ui("title"), fields.title, "wide"),
      field(speak.ui("accelerator"), fields.accelerator), field(ui("date"), fields.date),
      verdict,
      field(ui("people"), fields.people, "wide"), field(ui("remarks"), fields.remarks, "wide")
    ]);
    document.getElementById("points").after(make("p", { className: "kb-decision__intro", textContent: ui("intro") }), set);
  }

  /* The computed verdict on the accelerator, marked up as everywhere. */
  function showVerdict(id) {
    var chosen = data.accelerators[id];
    verdict.replaceChildren();
    if (!chosen) return;
    var badge = make("span", { className: "verdict" }, [
      make("span", { textContent: data.symbols[chosen.status], ariaHidden: "true" }), " ", make("span", { textContent: words.labels[chosen.status] })
    ]);
    badge.dataset.accelerator = id;
    badge.dataset.status = chosen.status;
    var record = make("a", { href: chosen.state || chosen.permalink, textContent: id + (chosen.ref ? "/" + chosen.ref : "") });
    verdict.append(badge, " ", make("span", { textContent: chosen.sentence[code] }), " ", record);
  }

  // -- the questions

  function answerForm(check, id, part) {
    var own = words.checks[check.id];
    var group = "kb-" + check.id + "-" + id;
    var controls = { radios: {}, evidence: input("text"), note: make("textarea", { rows: 1 }), effort: input("text") };
    controls.evidence.placeholder = "https://";
    controls.effort.inputMode = "decimal";
    var choices = make("div", { className: "kb-decision__choices" }, check.answers.map(function (answer) {
      var radio = Object.assign(input("radio"), { name: group, value: answer, checked: answer === data.open });
      radio.addEventListener("input", changed);
      controls.radios[answer] = radio;
      return make("label", {}, [radio, " " + own.answers[answer]]);
    }));
    var effort = field(ui("effort"), controls.effort);
    controls.showEffort = function (answer) {
      effort.hidden = !data.rules.some(function (rule) { return rule.effort && rule.check === check.id && rule.answer === answer; });
    };
    answers.push({ check: check.id, item: id, controls: controls });
    return make("fieldset", { className: "kb-decision__set" }, [
      // The question stands above already; for a part this is its name.
      make("legend", { textContent: own.items[id], className: part ? "" : "kb-decision__unseen" }),
      choices, field(ui("evidence-field"), controls.evidence), field(ui("note"), controls.note), effort
    ]);
  }

  var warning = make("p", { className: "kb-note", hidden: true });

  function questions() {
    warning.dataset.weight = "warning";
    data.checks.forEach(function (check) {
      check.questions.forEach(function (question) {
        var place = document.getElementById(check.id + "-" + question);
        if (check.listing === question) place.append(warning);
        (check.parts.length ? check.parts : [question]).forEach(function (id) { place.append(answerForm(check, id, check.parts.length)); });
      });
    });
  }

  /* An effort as typed: with a comma, or full-width. NaN if it is none. */
  function typedEffort(control) {
    var typed = control.value.normalize("NFKC").trim().replace(",", ".");
    return typed ? (/^[0-9]+(\.[0-9]+)?$/.test(typed) && text.isEffort(Number(typed)) ? Number(typed) : NaN) : null;
  }

  // -- the rules

  var conclusions = data.rules.map(function (rule) {
    var place = make("div", { className: "kb-decision__outcome" });
    document.getElementById("rule-" + rule.id).append(place);
    return place;
  });

  function conclude(record) {
    return data.rules.map(function (rule, index) {
      var found = speak.conclusion(rule, record);
      var place = conclusions[index];
      place.dataset.case = found.case;
      place.replaceChildren(make("p", {}, [make("strong", { textContent: found.sentence })]));
      if (found.incomplete) place.append(make("p", { textContent: found.incomplete }));
      if (found.items.length) {
        place.append(make("ul", {}, found.items.map(function (item) { return make("li", { textContent: speak.labelled(item[0], item[1]) }); })));
      }
      return [found.sentence, found.incomplete].filter(Boolean).join(words.gap);
    });
  }

  // -- the record

  function collect() {
    var record = { answers: {} };
    Object.keys(fields).forEach(function (name) { record[name] = text.clean(fields[name].value); });
    answers.forEach(function (one) {
      var controls = one.controls;
      var chosen = Object.keys(controls.radios).find(function (answer) { return controls.radios[answer].checked; });
      var effort = typedEffort(controls.effort);
      controls.showEffort(chosen);
      controls.effort.setAttribute("aria-invalid", String(Number.isNaN(effort)));
      var given = { answer: chosen, evidence: text.clean(controls.evidence.value), note: text.clean(controls.note.value), effort: Number.isNaN(effort) ? null : effort };
      (record.answers[one.check] = record.answers[one.check] || {})[one.item] = given;
    });
    return record;
  }

  function fillIn(record) {
    Object.keys(fields).forEach(function (name) { fields[name].value = record[name] || ""; });
    answers.forEach(function (one) {
      var given = (record.answers[one.check] || {})[one.item] || {};
      one.controls.radios[given.answer || data.open].checked = true;
      one.controls.evidence.value = given.evidence || "";
      one.controls.note.value = given.note || "";
      one.controls.effort.value = typeof given.effort === "number" ? String(given.effort).replace(".", words.decimal) : "";
    });
  }

  function isFilled(record) {
    return Boolean(record.title || record.people || record.remarks || record.accelerator) || Object.values(record.answers).some(function (items) {
      return Object.values(items).some(function (one) { return one.answer !== data.open || one.evidence || one.note || one.effort !== null; });
    });
  }

  var format = select(Object.keys(data.marks.formats).map(function (id) { return [id, speak.ui("format-" + id)]; }));
  var language = select(Object.keys(data.languages).map(function (id) { return [id, data.languages[id].name]; }).concat([[data.both, speak.ui("cite-both")]]));
  var area = make("textarea", { readOnly: true, rows: 16, spellcheck: false });
  var sheet = make("div", { className: "kb-decision__sheet" });
  var spoken = 0;

  function say(message) {
    clearTimeout(spoken);
    // Emptied first: the same message twice is announced twice.
    status.textContent = "";
    spoken = setTimeout(function () { status.textContent = message; }, 50);
  }

  function show() {
    var record = collect();
    var filled = isFilled(record);
    var sentences = conclude(record);
    showVerdict(record.accelerator);
    warning.hidden = !text.differs(record);
    warning.textContent = warning.hidden ? "" : ui("differs", { verdict: words.labels[data.accelerators[record.accelerator].status] });
    area.value = text.text(record, language.value, format.value);
    area.lang = language.value === data.both ? code : language.value;
    // What is printed; the escapes of HTML come from the same marks as every other format.
    sheet.replaceChildren();
    (language.value === data.both ? Object.keys(data.languages) : [language.value]).forEach(function (spokenCode) {
      sheet.append(make("section", { lang: spokenCode, innerHTML: text.text(record, spokenCode, "html") }));
    });
    root.toggleAttribute("data-filled", filled);
    return { filled: filled, message: [warning.textContent].concat(sentences).filter(Boolean).join(words.gap) };
  }

  function changed() {
    var shown = show();
    unsaved = shown.filled;
    clearTimeout(spoken);
    spoken = setTimeout(function () { if (status.textContent !== shown.message) status.textContent = shown.message; }, 700);
  }

  // -- files

  function save() {
    var record = collect();
    var url = URL.createObjectURL(new Blob([text.save(record)], { type: "application/json" }));
    var name = ["decision", record.accelerator, record.date].filter(Boolean).join("-") + ".json";
    make("a", { href: url, download: name }).click();
    setTimeout(function () { URL.revokeObjectURL(url); }, 10000);
    unsaved = false;
    say(ui("saved"));
  }

  /* Fills the form from the text of a file, and says what came of it. */
  function load(content) {
    var found;
    try {
      found = text.read(content);
    } catch (refused) {
      if (!refused.why) throw refused;
      say(ui(refused.why, { version: refused.version }));
      return;
    }
    var record = found.record;
    var messages = [ui("loaded")];
    var now = (data.accelerators[record.accelerator] || {}).ref;
    if (found.unknown.length) messages.push(ui("unknown", { ids: found.unknown.join(words.joiner) }));
    if (found.unfit.length) messages.push(ui("bad", { ids: found.unfit.join(words.joiner) }));
    if (record.data && record.data !== data.data) messages.push(ui("other-data", { version: record.data }));
    if (record.ref && now && record.ref !== now) messages.push(ui("other-ref", { before: record.ref, after: now }));
    fillIn(record);
    show();
    unsaved = false;
    say(messages.join(words.gap));
  }

  function tools() {
    var file = Object.assign(input("file"), { accept: ".json,application/json", hidden: true });
    file.addEventListener("change", function () {
      if (file.files[0]) file.files[0].text().then(load);
      file.value = ""; // so that the same file can be opened again
    });
    var copy = button(speak.ui("cite-copy"), function () {
      window.kbCopy(area, format.value === "html", copy, function (what) {
        unsaved = unsaved && what !== "copied";
        say(what === "copied" ? speak.ui("cite-copied") : ui("by-hand"));
      });
    }, true);
    language.value = code;
    var heading = make("h2", { id: "decision-record", textContent: ui("record") });
    var choices = make("div", { className: "kb-decision__set" }, [field(speak.ui("cite-format"), format), field(speak.ui("cite-language"), language)]);
    var buttons = make("div", { className: "kb-decision__buttons" }, [
      copy, button(ui("print"), function () { window.print(); }), button(ui("save"), save), button(ui("load"), function () { file.click(); }), file
    ]);
    status.before(heading, choices, field(ui("text"), area, "wide"), buttons);
    status.after(sheet);
  }

  /* The same page in another language gets what is filled in, through this tab's own memory, and takes it out at once. */
  function handOver() {
    try {
      var handed = sessionStorage.getItem(HANDED_OVER);
      sessionStorage.removeItem(HANDED_OVER);
      if (handed) {
        load(handed);
        unsaved = true;
      }
    } catch (refused) { /* the browser keeps nothing: the form starts empty */ }
    document.querySelectorAll("a[data-switch]").forEach(function (link) {
      link.addEventListener("click", function (event) {
        if (!root.hasAttribute("data-filled") || event.ctrlKey || event.metaKey || event.shiftKey) return;
        try {
          sessionStorage.setItem(HANDED_OVER, text.save(collect()));
          unsaved = false;
        } catch (refused) { /* the question below is asked */ }
      });
    });
    window.addEventListener("beforeunload", function (event) { if (unsaved) event.preventDefault(); });
  }

  head();
  questions();
  tools();
  show();
  handOver();
})();
