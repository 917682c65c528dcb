/* Opens what is collapsed while the page is printed, for browsers whose style sheets cannot; afterwards it is as it was. */
(function () {
  "use strict";
  var opened = [];
  window.addEventListener("beforeprint", function () {
    opened = Array.from(document.querySelectorAll("article details:not([open])"));
    opened.forEach(function (part) { part.open = true; });
  });
  window.addEventListener("afterprint", function () {
    opened.forEach(function (part) { part.open = false; });
  });
})();
