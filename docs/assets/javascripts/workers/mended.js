/* The theme's search worker with a fault of its library mended. It stands here because the worker looks for its languages
   from its own folder. The theme's file is named in the address: `mended.js?search.HASH.min.js`. */
(function () {
  "use strict";
  // From disk this is a script in a frame, not a worker.
  var own = self.document ? document.currentScript.src : location.href;
  var theme = /\?(search\.\w+\.min\.js)/.exec(own)[1];

  /* Two sets of words are one if their texts are equal. lunr writes a letter and a number without anything between, so that
     1→23 and 1→2, 3→… can look the same: then words appear that are in no page, and a query that meets one fails. */
  function text() {
    return (this.final ? "1" : "0") + Object.keys(this.edges).sort().map((letter) => letter + this.edges[letter].id + ";").join("");
  }

  Promise.resolve(importScripts(new URL(theme, own).href)).then(function () {
    lunr.TokenSet.prototype.toString = text;
  });
})();
