/* A decision record without any page: its file, its rules, and its words in every format. Does what macros/decision.py,
   macros/decision_words.py and macros/marks.py do, with the words and marks that decision/data.js brings. */
(function () {
  "use strict";

  /* A pattern with {name} filled in; {{ and }} stand for braces. */
  function fill(pattern, values) {
    return pattern.replace(/\{\{|\}\}|\{(\w*)\}/g, function (mark, name) {
      return mark === "{{" ? "{" : mark === "}}" ? "}" : values[name];
    });
  }

  function has(object, name) {
    return Object.prototype.hasOwnProperty.call(object, name);
  }

  function isObject(value) {
    return typeof value === "object" && value !== null && !Array.isArray(value);
  }

  function trimmed(words) {
    return words.replace(/^ +| +$/g, "");
  }

  window.kbDecisionText = function (data) {

    // -- formats

    function escaped(words, rules, start) {
      rules.forEach(function (rule) {
        if (rule.start && !start) return;
        words = words.replace(new RegExp(rule.pattern, "gu"), function (match) {
          var kept = Array.from(arguments).slice(1, -2).find(Boolean) || ""; // the groups; after them come place and whole
          return kept + Array.from(match.slice(kept.length), function (sign) {
            return fill(rule.written, { sign: sign, code: sign.codePointAt(0) });
          }).join("");
        });
      });
      return words;
    }

    function fenced(words, sign) {
      var longest = 0;
      var run = 0;
      Array.from(words).forEach(function (letter) {
        run = letter === sign ? run + 1 : 0;
        longest = Math.max(longest, run);
      });
      var fence = sign.repeat(longest + 1);
      var pad = /^ | $/.test(words) || words.startsWith(sign) || words.endsWith(sign) ? " " : "";
      return fence + pad + words + pad + fence;
    }

    function webAddress(url) {
      return url.replace(new RegExp(data.marks.address, "gu"), function (letter) {
        return Array.from(new TextEncoder().encode(letter), function (byte) {
          return "%" + byte.toString(16).toUpperCase().padStart(2, "0");
        }).join("");
      });
    }

    function writeRun(run, marks, start) {
      var words = run.words.replace(new RegExp(data.marks.gaps, "gu"), " ");
      if (run.role === "code" && marks.code) return fill(marks.code, { "": marks.fence ? fenced(words, marks.fence) : escaped(words, marks.escapes) });
      if (run.role === "strong") return fill(marks.strong, { "": escaped(words, marks.escapes) });
      if (run.role !== "link" || !run.address) return escaped(words, marks.escapes, start);
      var address = escaped(webAddress(run.address), marks.address_escapes);
      var bare = fill(marks.bare, { address: address });
      if (!words) return bare;
      if (marks.link === null || Array.from(words).some(function (letter) { return marks.not_in_link.includes(letter); })) {
        return escaped(words, marks.escapes, start) + " " + bare;
      }
      return fill(marks.link, { words: escaped(words, marks.escapes), address: address });
    }

    /* Blocks in a format. Items that follow each other are one list. */
    function write(blocks, format) {
      var marks = data.marks.formats[format];
      var parts = [];
      var list = null;
      blocks.forEach(function (block) {
        var line = trimmed(block.runs.map(function (run, index) { return writeRun(run, marks, index === 0); }).join(""));
        var written = fill(marks[block.kind], { "": line });
        if (block.kind !== "item") {
          list = null;
          parts.push(written);
        } else if (list) {
          list.push(written);
        } else {
          list = [written];
          parts.push(list);
        }
      });
      return parts.map(function (part) { return Array.isArray(part) ? fill(marks.bullets, { "": part.join("\n") }) : part; }).join(marks.gap);
    }

    // -- files

    function clean(words) {
      return trimmed(words.replace(new RegExp(data.unshown, "gu"), " "));
    }

    function isDay(value) {
      if (typeof value !== "string" || !/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value) || value < "0001") return false;
      var day = new Date(value + "T00:00:00Z");
      return !isNaN(day) && day.toISOString().slice(0, 10) === value;
    }

    function isEffort(value) {
      return typeof value === "number" && value >= 0 && value <= data.largestEffort;
    }

    function itemsOf(check) {
      return check.parts.length ? check.parts : check.questions;
    }

    function readGiven(check, name, value, found) {
      var given = {};
      Object.keys(value).forEach(function (key) {
        var content = value[key];
        if (key === "answer" ? check.answers.includes(content) : key === "effort" ? content === null || isEffort(content) : false) given[key] = content;
        else if ((key === "evidence" || key === "note") && typeof content === "string") given[key] = clean(content);
        else (["answer", "evidence", "note", "effort"].includes(key) ? found.unfit : found.unknown).push(name + "." + clean(key));
      });
      return given;
    }

    function readAnswers(answers, found) {
      Object.keys(answers).forEach(function (id) {
        var check = data.checks.find(function (one) { return one.id === id; });
        if (!check) found.unknown.push(clean(id));
        else if (!isObject(answers[id])) found.unfit.push(id);
        else Object.keys(answers[id]).forEach(function (item) {
          var name = clean(id + "." + item);
          var value = answers[id][item];
          if (!itemsOf(check).includes(item)) found.unknown.push(name);
          else if (!isObject(value)) found.unfit.push(name);
          else (found.record.answers[id] = found.record.answers[id] || {})[item] = readGiven(check, name, value, found);
        });
      });
    }

    function refused(why, version) {
      return Object.assign(new Error(why), { why: why, version: version || "" });
    }

    /* The record of a saved file, and what was left out of it. Throws an error with `why` and `version`. */
    function read(text) {
      var content;
      try { content = JSON.parse(text); } catch (fault) { throw refused("not-json"); }
      if (!isObject(content) || content.kind !== data.kind) throw refused("not-record");
      if (content.schema !== data.schema) {
        throw refused("other-schema", clean(JSON.stringify(content.schema === undefined ? null : content.schema)).slice(0, 40));
      }
      var found = { record: { answers: {} }, unknown: [], unfit: [] };
      var lines = ["title", "people", "remarks", "ref", "data"];
      Object.keys(content).forEach(function (name) {
        var value = content[name];
        if (lines.includes(name) && typeof value === "string") found.record[name] = clean(value);
        else if (name === "date" && (value === "" || isDay(value))) found.record.date = value;
        else if (name === "accelerator" && (value === "" || (typeof value === "string" && has(data.accelerators, value)))) found.record.accelerator = value;
        else if (name === "accelerator" && typeof value === "string") found.unknown.push(clean(value));
        else if (name === "answers" && isObject(value)) readAnswers(value, found);
        else if (lines.concat("date", "accelerator", "answers").includes(name)) found.unfit.push(name);
        else if (name !== "kind" && name !== "schema") found.unknown.push(clean(name));
      });
      return found;
    }

    /* The text of a file that holds a record. */
    function save(record) {
      var chosen = data.accelerators[record.accelerator];
      var about = { kind: data.kind, schema: data.schema, data: data.data, ref: chosen ? chosen.ref : "" };
      return JSON.stringify(Object.assign(about, record, { data: about.data, ref: about.ref }), null, 1) + "\n";
    }

    // -- rules

    function given(record, check, item) {
      var answers = record.answers[check] || {};
      return Object.assign({ answer: data.open, evidence: "", note: "", effort: null }, answers[item]);
    }

    function rounded(effort) {
      return Math.floor(effort * 100 + 0.5);
    }

    /* What a rule says of a record: its case, the items that make it apply, the sum of their efforts in hundredths. */
    function outcome(rule, record) {
      var check = data.checks.find(function (one) { return one.id === rule.check; });
      var all = itemsOf(check).map(function (id) { return Object.assign({ id: id }, given(record, rule.check, id)); });
      var concerned = all.filter(function (one) { return one.answer === rule.answer; });
      var missing = all.some(function (one) { return one.answer === data.open; });
      var estimated = concerned.filter(function (one) { return one.effort !== null; });
      return {
        case: concerned.length ? "applies" : missing ? "undecided" : "clear",
        concerned: concerned,
        hundredths: estimated.reduce(function (sum, one) { return sum + rounded(one.effort); }, 0),
        complete: !concerned.length || (!missing && estimated.length === concerned.length)
      };
    }

    function differs(record) {
      var chosen = data.accelerators[record.accelerator];
      return Boolean(chosen) && data.checks.some(function (check) {
        return check.listing && given(record, check.id, check.listing).answer === (chosen.status === "listed" ? "no" : "yes");
      });
    }

    function unproven(record) {
      return data.checks.reduce(function (sum, check) {
        return sum + itemsOf(check).filter(function (id) {
          var one = given(record, check.id, id);
          return one.answer !== data.open && !one.evidence;
        }).length;
      }, 0);
    }

    // -- words

    function speaker(code) {
      var words = data.languages[code];

      function ui(id, values) { return fill(words.ui[id], values || {}); }

      function labelled(label, value) { return fill(words.label, { label: label, value: value }); }

      function date(iso) {
        var parts = iso.split("-").map(Number);
        return fill(words.months[parts[1] - 1], { year: parts[0], day: parts[2] === 1 && words.first ? words.first : parts[2] });
      }

      function number(hundredths) {
        var whole = String(Math.floor(hundredths / 100)).replace(/\B(?=(\d{3})+$)/g, words.group);
        var rest = String(hundredths % 100).padStart(2, "0").replace(/0+$/, "");
        return rest ? whole + words.decimal + rest : whole;
      }

      function days(hundredths) {
        var plural = new Intl.PluralRules(words.locale).select(hundredths / 100);
        return fill(words.days[plural] || words.days.other, { number: number(hundredths) });
      }

      /* The sentences of a rule's outcome, and its items with their efforts. */
      function conclusion(rule, record) {
        var found = outcome(rule, record);
        var own = words.rules[rule.id];
        return {
          case: found.case,
          sentence: fill(own[found.case], { sum: days(found.hundredths) }),
          incomplete: own.incomplete && !found.complete ? own.incomplete : "",
          rule: own.text,
          items: found.concerned.map(function (one) {
            var item = words.checks[rule.check].items[one.id];
            if (!rule.effort) return [words.checks[rule.check].answers[rule.answer], item];
            return [item, one.effort === null ? ui("decision-no-estimate") : days(rounded(one.effort))];
          })
        };
      }

      return { words: words, ui: ui, labelled: labelled, date: date, number: number, conclusion: conclusion };
    }

    function plain(words) { return { words: words, role: "text" }; }

    function strong(words) { return { words: words, role: "strong" }; }

    function link(address) { return { words: "", role: "link", address: address }; }

    /* A record in one language, as blocks in no format. */
    function blocks(record, code) {
      var speak = speaker(code);
      var words = speak.words;
      var ui = speak.ui;
      var chosen = data.accelerators[record.accelerator];
      var result = [];

      function add(kind) { result.push({ kind: kind, runs: Array.prototype.slice.call(arguments, 1) }); }

      function labelled(label, run, kind) { add(kind || "item", strong(label), plain(speak.labelled("", "")), run); }

      add("heading", plain(record.title ? speak.labelled(ui("decision-record"), record.title) : ui("decision-record")));
      labelled(ui("accelerator"), plain(chosen ? fill(words.parenthesis, { text: chosen.name, remark: record.accelerator }) : ui("decision-blank")));
      if (chosen) {
        labelled(ui("verdict"), plain(words.labels[chosen.status]));
        labelled(ui("cite-as-of"), plain(speak.date(chosen.asOf)));
        if (chosen.ref) {
          labelled(ui("reference"), { words: record.accelerator + "/" + chosen.ref, role: "code" });
          labelled(ui("cite-state"), link(chosen.state));
        }
        labelled(ui("cite-in-force"), link(chosen.permalink));
      }
      labelled(ui("decision-date"), plain(record.date ? speak.date(record.date) : ui("decision-blank")));
      labelled(ui("decision-people"), plain(record.people || ui("decision-blank")));
      if (record.remarks) labelled(ui("decision-remarks"), plain(record.remarks));
      if (unproven(record)) labelled(ui("decision-unproven"), plain(speak.number(unproven(record) * 100)));
      labelled(ui("decision-data"), { words: data.data, role: "code" });
      labelled(words.nav, link(words.page));
      if (chosen) add("paragraph", plain(chosen.sentence[code]));
      if (chosen && chosen.overdue) add("paragraph", strong(ui("cite-overdue")));
      if (differs(record)) add("paragraph", strong(ui("decision-differs", { verdict: words.labels[chosen.status] })));

      data.checks.forEach(function (check) {
        var own = words.checks[check.id];
        add("heading", plain(own.title));
        if (own.question) add("paragraph", plain(own.question));
        itemsOf(check).forEach(function (id) {
          var one = given(record, check.id, id);
          labelled(own.answers[one.answer], plain(own.items[id]), "paragraph");
          if (one.evidence) labelled(ui("decision-evidence"), new RegExp(data.webAddress, "u").test(one.evidence) ? link(one.evidence) : plain(one.evidence));
          if (one.note) labelled(ui("decision-note"), plain(one.note));
        });
      });

      add("heading", plain(words.rulesTitle));
      data.rules.forEach(function (rule) {
        var found = speak.conclusion(rule, record);
        add("paragraph", strong(found.sentence));
        if (found.incomplete) add("paragraph", plain(found.incomplete));
        add("paragraph", plain(found.rule));
        found.items.forEach(function (item) { labelled(item[0], plain(item[1])); });
      });
      add("paragraph", plain(words.notice));
      return result;
    }

    /* A record in a format, in a language or in all. */
    function text(record, language, format) {
      if (language !== data.both) return write(blocks(record, language), format);
      return write(Object.keys(data.languages).reduce(function (all, code) {
        return all.concat({ kind: "paragraph", runs: [strong(data.languages[code].name)] }, blocks(record, code));
      }, []), format);
    }

    return { clean: clean, differs: differs, fill: fill, isEffort: isEffort, itemsOf: itemsOf, read: read, save: save, speaker: speaker, text: text, write: write };
  };
})();
