/* The theme's search worker, made more lenient, and with two faults mended. It stands here because the theme's worker looks
   for its languages from its own folder; its name is in the address: `mended.js?search.HASH.min.js`. */
(function () {
  "use strict";
  // From disk this is a script in a frame, not a worker.
  var own = self.document ? document.currentScript.src : location.href;
  var theme = /\?(search\.\w+\.min\.js)/.exec(own)[1];
  var words; // every word of the index
  var ignored;

  /* What is looked up for a query: full-width letters as ordinary ones, sm_90 as sm90, and nothing that carries no meaning. */
  function simplified(query) {
    var plain = query.normalize("NFKC").replace(/_/g, "");
    var kept = ignored.reduce((rest, pattern) => rest.replace(new RegExp(pattern, "giu"), " "), plain);
    return kept.trim() ? kept : plain;
  }

  /* The theme cuts a run of kanji into words of the index, but never considers a word that reaches to the end of the run:
     出典 becomes 出. With one more character, which is no word, it does; that character itself is then dropped. */
  function whole(query) {
    return query.replace(/\p{sc=Han}+/gu, function (run) {
      var known = Array.from(run).some((_, end) => run.slice(0, end + 1) in words);
      return known ? run + "〇" : run;
    });
  }

  /* lunr takes two nodes for the same if their texts are, but writes a letter and a number with nothing between: 1→23 looks
     like 1→2, 3→… Words then appear that are in no page, and a query that meets one fails. */
  function text() {
    return (this.final ? "1" : "0") + Object.keys(this.edges).sort().map((letter) => letter + this.edges[letter].id + ";").join("");
  }

  // Before the theme's own listener, which is handed the same object.
  addEventListener("message", function (event) {
    if (event.data.type === 0) ignored = event.data.data.config.ignored;
    if (event.data.type === 2) event.data.data = whole(simplified(event.data.data));
  });

  Promise.resolve(importScripts(new URL(theme, own).href)).then(function () {
    var build = lunr.Builder.prototype.build;
    lunr.TokenSet.prototype.toString = text;
    lunr.Builder.prototype.build = function () {
      words = this.invertedIndex;
      return build.call(this);
    };
  });
})();
