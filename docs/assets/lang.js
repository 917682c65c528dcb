/* The links to the other languages: they lead to the section in view, and the choice is remembered for the site's root. */
(function () {
  "use strict";
  function follow(event) {
    var link = event.target.closest ? event.target.closest("a[data-switch]") : null;
    if (!link) return;
    // Read now: the section in view changes while the page is read.
    link.hash = location.hash;
    if (event.type === "contextmenu") return;
    try {
      localStorage.setItem("kb-language", link.dataset.switch);
    } catch (refused) { /* storage is off: nothing is remembered */ }
  }
  ["click", "auxclick", "contextmenu"].forEach(function (type) {
    document.addEventListener(type, follow, true);
  });
})();
