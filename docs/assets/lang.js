/* The links to the other languages: they lead to the section in view, with the answers that the address holds, and the choice is remembered for the site's root. */
(function () {
  "use strict";
  function follow(event) {
    var link = event.target.closest ? event.target.closest("a[data-switch]") : null;
    if (!link) return;
    // Read now: the section in view changes while the page is read.
    link.search = location.search;
    link.hash = location.hash;
    if (event.type === "contextmenu") return;
    // A cookie, so that a server can follow the choice too. It says nothing else, and goes nowhere else.
    document.cookie = "kb_language=" + link.dataset.switch + "; path=" + __md_scope.pathname + "; max-age=31536000; samesite=lax";
  }
  ["click", "auxclick", "contextmenu"].forEach(function (type) {
    document.addEventListener(type, follow, true);
  });
})();
