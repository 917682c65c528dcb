/* What a line names, and how a stack fits the list: macros/spelling.py, macros/resolve.py and macros/verdict.py in the browser.
   Everything they know is in api/v1/resolver.json; tests/test_vectors.py holds both to the same answers. */
var KbRules = (function () {
  "use strict";

  // What Python takes for white space, and no more.
  var SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  var ENDS = new RegExp("^[" + SPACE + "]+|[" + SPACE + "]+$", "gu");

  function strip(text) {
    return text.replace(ENDS, "");
  }

  function isIn(words) {
    var known = new Set(words);
    return function (word) { return known.has(word); };
  }

  // ---- spelling

  var SEPARATORS = isIn(" \t\r\n-_‐‒–—");
  var TRADE_MARKS = ["™", "®", "(tm)", "(r)"];
  var MIDDLE_DOT = "・";
  var KANA = [["\u3005", "\u3007"], ["\u3040", "\u30ff"], ["\u3400", "\u9fff"], ["\uf900", "\ufaff"]];
  var LETTER = /^\p{L}$/u;

  function normalise(line) {
    var text = line.toLowerCase();
    TRADE_MARKS.forEach(function (mark) { text = text.split(mark).join(" "); });
    return text.normalize("NFKC").toLowerCase()
      .replace(/([^.])\.$/u, "$1")
      .replace(/(^|[^a-z0-9.])([0-9]+)x(?![0-9])/gu, "$1$2 x ")
      .replace(/(^|[^a-z.])x([0-9]+)(?![a-z0-9.])/gu, "$1 x $2")
      .replace(/(^|[^a-z0-9])[dl]['’]/gu, "$1");
  }

  function isDigit(sign) {
    return sign >= "0" && sign <= "9";
  }

  function kindOf(sign) {
    if (SEPARATORS(sign)) return "gap";
    if (isDigit(sign) || (sign >= "a" && sign <= "z")) return "word";
    if (sign !== MIDDLE_DOT && KANA.some(function (range) { return sign >= range[0] && sign <= range[1]; })) return "kana";
    return LETTER.test(sign) ? "word" : "mark";
  }

  /* Cuts normalised text into tokens; runs of kana and kanji are cut into the words given, the longest first. */
  function tokeniser(words) {
    var known = isIn(words);
    var longest = words.reduce(function (most, word) { return Math.max(most, word.length); }, 1);

    function cut(run) {
      var tokens = [], at = 0, unknown = "";
      while (at < run.length) {
        var end = Math.min(run.length, at + longest);
        while (end > at && !known(run.slice(at, end))) end -= 1;
        if (end === at) {
          unknown += run[at];
          at += 1;
          continue;
        }
        if (unknown) tokens.push({ text: unknown, kind: "kana" });
        unknown = "";
        tokens.push({ text: run.slice(at, end), kind: "kana" });
        at = end;
      }
      return unknown ? tokens.concat({ text: unknown, kind: "kana" }) : tokens;
    }

    return function (text) {
      var signs = Array.from(text), tokens = [], at = 0;
      function point(n) {
        return signs[n] === "." && n + 1 < signs.length && isDigit(signs[n - 1]) && isDigit(signs[n + 1]);
      }
      while (at < signs.length) {
        var kind = kindOf(signs[at]), end = at + 1;
        if (kind === "word") while (end < signs.length && (kindOf(signs[end]) === "word" || point(end))) end += 1;
        if (kind === "kana") while (end < signs.length && kindOf(signs[end]) === "kana") end += 1;
        var found = signs.slice(at, end).join("");
        if (kind === "kana") tokens = tokens.concat(cut(found));
        else if (kind !== "gap") tokens.push({ text: found, kind: kind });
        at = end;
      }
      return tokens;
    };
  }

  // ---- names

  var NUMBER = /^[1-9][0-9]{0,3}$/;
  var SIZE = /^([0-9]+(?:\.[0-9]+)?)([a-z]*)$/;
  var BARE = /^[0-9.]+$/;
  var PLURAL = /^[a-z]+[0-9]{3,}[a-z]*s$/;
  var PLAIN_WORD = /^[^0-9]{3,}$/u;
  var LONGEST_NAME = 12;
  var SIZE_TOLERANCE = 0.1;

  /* A pattern as Python reads it: \s is every white space, a full stop all but the end of a line; what stands in brackets is the same. */
  function pattern(source) {
    return new RegExp(source.replace(/\\([sS])|\\.|\[(?:\\.|[^\]\\])*\]|\./g, function (part, space) {
      if (space) return "[" + (space === "S" ? "^" : "") + SPACE + "]";
      return part === "." ? "[^\\n]" : part;
    }), "iu");
  }

  function patterns(rows) {
    return rows.map(function (row) { return pattern(row.pattern); });
  }

  /* Whether a line says nothing of a device: it has neither letter nor figure, or a tool prints it around those that do. */
  function framer(tables) {
    var frames = patterns(tables.frames);
    return function (line) {
      var stripped = strip(line);
      return !/[\p{L}\p{N}]/u.test(line) || frames.some(function (frame) { return frame.test(stripped); });
    };
  }

  /* A function from a line to {accelerator, architecture, status, candidates}. */
  function resolver(tables, accelerators, architectures) {
    var entries = tables.names;
    var order = Object.keys(accelerators);
    var words = {}, vendorOf = new Map(), units = new Map(), names = new Map(), own = {};
    var tools = patterns(tables.tools);
    var known = [];
    tables.units.forEach(function (row) { units.set(row.unit, row.gb); });
    Object.keys(tables.words).forEach(function (kind) {
      words[kind] = isIn(tables.words[kind]);
      known = known.concat(tables.words[kind]);
    });
    tables.vendors.forEach(function (vendor) {
      vendor.words.forEach(function (word) { vendorOf.set(word, vendor.id); });
      known = known.concat(vendor.words);
    });
    entries.forEach(function (entry) { known = known.concat(entry.spellings); });
    var rough = tokeniser([]);
    var tokenise = tokeniser(known.flatMap(rough).filter(function (token) { return token.kind === "kana"; }).map(function (token) { return token.text; }));
    order.forEach(function (id) { own[id] = new Set(); });
    entries.forEach(function (named, entry) {
      named.spellings.forEach(function (spelling) { learn(tokenise(spelling).map(function (token) { return token.text; }), entry); });
    });

    function learn(parts, entry) {
      var joined = parts.join(""), at = 0, may = new Set(), must = new Set(), before = names.get(joined);
      parts.slice(1).forEach(function (after, n) {
        at += parts[n].length;
        may.add(at);
        if (isDigit(parts[n].slice(-1)) && isDigit(after[0])) must.add(at);
      });
      if (!before || before.entry === entry) {
        if (before) before.may.forEach(function (place) { may.add(place); });
        names.set(joined, { entry: entry, may: may, must: must });
      }
      var accelerator = entries[entry].accelerator;
      if (accelerator) parts.forEach(function (part) { if (!BARE.test(part)) own[accelerator].add(part); });
    }

    function nameIn(line) {
      line = strip(line);
      for (var n = 0; n < tools.length; n += 1) {
        var match = tools[n].exec(line);
        if (match) return match[1];
      }
      return line;
    }

    function sizeAt(tokens, n) {
      var match = SIZE.exec(tokens[n].text);
      var unit = match && (match[2] || (n + 1 < tokens.length ? tokens[n + 1].text : ""));
      return unit && units.has(unit) ? parseFloat(match[1]) * units.get(unit) : null;
    }

    function within(small, large) {
      return Array.from(small).every(function (item) { return large.has(item); });
    }

    function longest(tokens, start) {
      var found = null, joined = "", gaps = new Set();
      for (var end = start; end < Math.min(start + LONGEST_NAME, tokens.length) && tokens[end].kind !== "mark"; end += 1) {
        if (joined) gaps.add(joined.length);
        joined += tokens[end].text;
        var name = names.get(joined);
        if (name && within(gaps, name.may) && within(name.must, gaps) && !sizeAt(tokens, start)) found = { start: start, end: end + 1, entry: name.entry };
      }
      return found;
    }

    function hitsIn(tokens) {
      var hits = [], at = 0;
      while (at < tokens.length) {
        var hit = longest(tokens, at);
        if (hit) hits.push(hit);
        at = hit ? hit.end : at + 1;
      }
      return hits;
    }

    function bare(tokens, hit) {
      return hit.end === hit.start + 1 && BARE.test(tokens[hit.start].text);
    }

    function kind(entry) {
      return entries[entry].kind;
    }

    function subjectOf(hits) {
      var found = hits.find(function (hit) { return kind(hit.entry) === "product"; }) || hits.find(function (hit) { return kind(hit.entry) === "architecture"; });
      return found ? found.entry : null;
    }

    function meant(of) {
      var ids = new Set();
      of.forEach(function (n) {
        var entry = entries[n];
        if (entry.kind === "ask") entry.candidates.forEach(function (id) { ids.add(id); });
        else if (entry.accelerator) ids.add(entry.accelerator);
        else if (entry.kind === "architecture") architectures[entry.architecture].accelerators.forEach(function (id) { ids.add(id); });
      });
      return order.filter(function (id) { return ids.has(id); });
    }

    function goesWith(other, subject) {
      var one = entries[other], two = entries[subject];
      if (one.kind === "ask") return meant([subject]).some(function (id) { return one.candidates.includes(id); });
      if (one.kind === "architecture") return one.architecture === two.architecture;
      return other === subject || (one.accelerator !== null && one.accelerator === two.accelerator);
    }

    function statusOf(subject) {
      var entry = entries[subject];
      return entry.accelerator ? accelerators[entry.accelerator].status : architectures[entry.architecture].status || "unknown";
    }

    function restOf(tokens, hits) {
      return Array.from(tokens.keys()).filter(function (n) {
        return !hits.some(function (hit) { return n >= hit.start && n < hit.end; });
      });
    }

    function asked(tokens, hits) {
      var rest = restOf(tokens, hits);
      function model(n) {
        return Array.from(tokens[n].text).some(isDigit) && !counts(tokens, n, rest) && sizeAt(tokens, n) === null;
      }
      if (!hits.length || rest.some(model)) return [];
      var sets = hits.map(function (hit) { return entries[hit.entry].candidates; });
      var common = order.filter(function (id) { return sets.every(function (set) { return set.includes(id); }); });
      return common.length ? common : order.filter(function (id) { return sets.some(function (set) { return set.includes(id); }); });
    }

    function plain(text) {
      return words.things(text) || words.counts(text) || words.marks(text);
    }

    function near(tokens, candidates) {
      var parts = tokens.map(function (token) { return token.text; }).filter(function (text) { return !plain(text) && !vendorOf.has(text); });
      var plural = candidates.length ? [] : parts.filter(function (word) { return PLURAL.test(word); }).map(function (word) { return word.slice(0, -1); });
      [parts.join("")].concat(plural).forEach(function (joined) {
        var name = names.get(joined), ids = name ? meant([name.entry]) : [];
        if (ids.length) candidates = ids;
      });
      return { accelerator: null, architecture: null, status: candidates.length > 1 ? "ask" : "unknown", candidates: candidates };
    }

    function number(text) {
      return NUMBER.test(text) || words.numerals(text);
    }

    function counts(tokens, n, rest) {
      var text = tokens[n].text;
      var before = rest.includes(n - 1) ? tokens[n - 1].text : "";
      var after = rest.includes(n + 1) ? tokens[n + 1].text : "";
      function beside(word) { return words.counts(word) || words.times(word); }
      if (words.times(text)) return number(before) !== number(after);
      if (!number(text)) return false;
      return rest[n] === n || beside(before) || beside(after) || words.things(after);
    }

    function rightSize(entry, size) {
      if (!entry.accelerator) return false;
      var memory = accelerators[entry.accelerator].memory;
      return !memory.length || memory.some(function (gb) { return Math.abs(size - gb) <= gb * SIZE_TOLERANCE; });
    }

    function passes(token, before) {
      if (words.unless_listed(token.text)) return true;
      if (words.hedges(token.text) || token.kind === "mark") return false;
      return token.kind === "kana" || (before && PLAIN_WORD.test(token.text));
    }

    function changesNothing(tokens, hits, subject) {
      var entry = entries[subject], rest = restOf(tokens, hits);
      var strict = statusOf(subject) !== "not-listed" || hits.every(function (hit) { return bare(tokens, hit); });
      var sized = rest.some(function (n) { return sizeAt(tokens, n); });
      var vendor = (entry.accelerator ? accelerators[entry.accelerator] : architectures[entry.architecture]).vendor;
      var said = rest.map(function (n) { return vendorOf.get(tokens[n].text); }).filter(Boolean);
      if (said.some(function (id) { return id !== vendor; })) return false;
      return rest.every(function (n) {
        var text = tokens[n].text;
        var size = sizeAt(tokens, n) || (rest.includes(n - 1) && units.has(text) ? sizeAt(tokens, n - 1) : null);
        return vendorOf.has(text) || plain(text) ||
          (words.joining(text) && (tokens[n].kind === "kana" || n + 1 < tokens.length)) ||
          (words.memory(text) && (sized || /[0-9]/.test(text))) ||
          counts(tokens, n, rest) ||
          (size !== null && (!strict || rightSize(entry, size))) ||
          (entry.accelerator !== null && own[entry.accelerator].has(text) && !words.hedges(text)) ||
          (entry.kind === "architecture" && words.collective(text)) ||
          (words.makers(text) && (!strict || said.length > 0)) ||
          (!strict && passes(tokens[n], n < hits[0].start));
      });
    }

    return function (line) {
      var tokens = tokenise(normalise(nameIn(line)));
      var hits = hitsIn(tokens);
      var firm = hits.filter(function (hit) { return !bare(tokens, hit); });
      var subject = subjectOf(firm.length ? firm : hits);
      if (subject === null) return near(tokens, asked(tokens, hits));
      hits = hits.filter(function (hit) { return firm.includes(hit) || kind(hit.entry) !== "architecture" || goesWith(hit.entry, subject); });
      var others = Array.from(new Set(hits.map(function (hit) { return hit.entry; }))).filter(function (n) { return !goesWith(n, subject); });
      if (!others.length && changesNothing(tokens, hits, subject)) {
        return { accelerator: entries[subject].accelerator, architecture: entries[subject].architecture, status: statusOf(subject), candidates: [] };
      }
      return near(tokens, firm.length || others.length ? meant([subject].concat(others)) : []);
    };
  }

  // ---- stacks

  // A version as PEP 440 has it.
  var VERSION = /^v?(?:[0-9]+!)?([0-9]+(?:\.[0-9]+)*)(?:[._-]?(?:alpha|a|beta|b|preview|pre|c|rc)[._-]?[0-9]*)?(?:-[0-9]+|[._-]?(?:post|rev|r)[._-]?[0-9]*)?(?:[._-]?dev[._-]?[0-9]*)?(?:\+[a-z0-9]+(?:[._-][a-z0-9]+)*)?$/i;
  var TOO_LONG = /[0-9]{4301}/; // as Python has it
  var ALLOWED = { exact: ["in"], min: ["in", "newer"], above: ["newer"], max: ["in", "older"], below: ["older"] };
  var STATED = { older: ["unmet", "older-than-required"], in: ["met", "satisfied"], newer: ["cannot-tell", "newer-not-documented"] };

  /* The figures of a version's release, or null. */
  function release(text) {
    var match = TOO_LONG.test(text) ? null : VERSION.exec(text);
    return match && match[1].split(".").map(BigInt);
  }

  function isPartOf(version, series) {
    var wanted = release(series);
    return version.length < wanted.length && version.every(function (figure, n) { return figure === wanted[n]; });
  }

  function place(version, series) {
    var wanted = release(series);
    for (var n = 0; n < wanted.length; n += 1) {
      var figure = version[n] || BigInt(0);
      if (figure !== wanted[n]) return figure < wanted[n] ? "older" : "newer";
    }
    return "in";
  }

  /* Whether a version satisfies bounds, and the reason: [state, reason]. */
  function judgeVersion(bounds, given) {
    var version = release(given);
    if (!version) return ["cannot-tell", "not-a-version"];
    if (bounds.some(function (bound) { return isPartOf(version, bound.version); })) return ["cannot-tell", "not-precise"];
    var stated = bounds.find(function (bound) { return bound.kind === "stated"; });
    if (stated) return STATED[place(version, stated.version)];
    var inside = bounds.every(function (bound) { return ALLOWED[bound.kind].includes(place(version, bound.version)); });
    return inside ? ["met", "satisfied"] : ["unmet", "outside-bounds"];
  }

  function folded(text) {
    return text.toUpperCase().toLowerCase();
  }

  function judgeRequirement(rules, id, given) {
    var requirement = rules.requirements[id];
    function answer(judged, component) {
      return { requirement: id, state: judged[0], reason: judged[1], given: given, component: component };
    }
    if (!given) return answer(["cannot-tell", "not-given"]);
    if (!requirement.bounds.length) {
      var known = requirement.one_of.map(folded).includes(folded(given));
      return answer(known ? ["met", "satisfied"] : ["unmet", "other-name"]);
    }
    var judged = judgeVersion(requirement.bounds, given);
    if (judged[0] === "met") {
      var stricter = rules.components.find(function (component) {
        return component.requires.some(function (asked) { return asked.requirement === id && judgeVersion(asked.bounds, given)[0] !== "met"; });
      });
      if (stricter) return answer(["cannot-tell", "component-asks-more"], stricter);
    }
    return answer(judged);
  }

  /* How a stack fits the list: {outcome, conditions}. `rules` are those of `read`; `given` maps requirements to what was read on the machine. */
  function judge(rules, id, given) {
    var accelerator = rules.accelerators[id];
    var stack = rules.targets[accelerator.architecture];
    var wanted = stack ? [stack].concat(rules.release) : rules.release;
    var values = {};
    Object.keys(given).forEach(function (key) { values[key] = strip(given[key]); });
    var own = { listed: "met", unconfirmed: "cannot-tell" }[accelerator.status] || "unmet";
    var conditions = [{ requirement: "accelerator", state: own, given: id }];
    wanted.forEach(function (key) { conditions.push(judgeRequirement(rules, key, values[key] || "")); });
    Object.keys(values).forEach(function (key) {
      if (values[key] && stack && rules.requirements[key].stack && key !== stack) {
        conditions.push({ requirement: key, state: "unmet", reason: "wrong-vendor-stack", given: values[key] });
      }
    });
    function some(state) {
      return conditions.some(function (condition) { return condition.state === state; });
    }
    var outcome = some("unmet") ? "off-matrix" : some("cannot-tell") ? "cannot-tell" : "on-matrix";
    var judged = conditions.map(function (condition) { return condition.requirement; });
    Object.keys(values).forEach(function (key) {
      if (values[key] && !judged.includes(key)) conditions.push({ requirement: key, state: "cannot-tell", reason: "no-stack-listed", given: values[key] });
    });
    return { outcome: outcome, conditions: conditions };
  }

  function byId(rows) {
    return Object.fromEntries(rows.map(function (row) { return [row.id, row]; }));
  }

  /* The content of resolver.json, its rows by id, as what answers by it: `resolve` and `isFrame` read a line, `judge` a stack. */
  function read(tables) {
    var rules = {
      version: tables.data_version, accelerators: byId(tables.accelerators), architectures: byId(tables.architectures),
      requirements: byId(tables.requirements), release: tables.release, components: tables.components, targets: {}
    };
    tables.targets.forEach(function (target) { rules.targets[target.architecture] = target.stack; });
    rules.resolve = resolver(tables, rules.accelerators, rules.architectures);
    rules.isFrame = framer(tables);
    rules.judge = function (id, given) { return judge(rules, id, given); };
    return rules;
  }

  return { read: read };
})();

if (typeof module !== "undefined") module.exports = KbRules;
