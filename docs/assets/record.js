/* A record's address may ask for an entry, `?ref=2026-11-30`, or for a day, `?as-of=2026-12-24`: this leads to it.
   Without this script the history on the page serves. Words come from the status region's data-* attributes. */
(function () {
  "use strict";
  var asked = new URLSearchParams(location.search);
  var ref = asked.get("ref");
  var day = asked.get("as-of");
  var history = document.querySelector("[data-history]");
  if (!history || (ref === null && day === null)) return;
  // Newest first, in every language the same.
  var entries = Array.from(history.querySelectorAll("[data-ref]"));

  function isDay(text) {
    var date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text + "T00:00:00Z") : NaN;
    // The 30th of February is no day, though some engines take it for one of March.
    return !isNaN(date) && date.toISOString().slice(0, 10) === text;
  }

  function say(what, value) {
    document.querySelectorAll(".kb-record__status > [lang]").forEach(function (line) {
      line.textContent = line.dataset[what].replace("{value}", function () { return value; });
    });
  }

  var value = (ref === null ? day : ref).trim();
  if (ref === null && !isDay(value)) return say("badDate", value);
  var entry = entries.find(function (cell) {
    return ref === null ? cell.dataset.date <= value : cell.dataset.ref === value;
  });
  if (!entry) return say(ref === null ? "tooEarly" : "unknownRef", value);
  // Not `assign`: going back must not lead here again.
  location.replace(entry.querySelector("a").href + location.hash);
})();
