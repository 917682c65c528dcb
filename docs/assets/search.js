/* The search field: full-width letters and digits, as a Japanese keyboard types them, are searched as ordinary ones. */
(function () {
  "use strict";
  function normalise(event) {
    var field = event.target;
    if (event.isComposing || !field.matches || !field.matches('[data-md-component="search-query"]')) return;
    var plain = field.value.normalize("NFKC");
    if (plain !== field.value) field.value = plain;
  }
  // Capturing: before the theme reads the field.
  ["input", "keyup", "compositionend"].forEach(function (type) {
    document.addEventListener(type, normalise, true);
  });
})();
