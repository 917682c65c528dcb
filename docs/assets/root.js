/* The pages that speak every language: the root follows the reader's one, the 404 page puts it first. */
(function () {
  "use strict";
  var links = Array.prototype.slice.call(document.querySelectorAll("a[data-language]"));

  function inLanguage(tag) {
    var primary = String(tag).toLowerCase().split("-")[0];
    return links.find(function (link) { return link.dataset.language === tag; }) ||
      links.find(function (link) { return link.dataset.language.toLowerCase().split("-")[0] === primary; });
  }

  function remembered() {
    var found = /(?:^|; )kb_language=([^;]*)/.exec(document.cookie);
    return found && found[1];
  }

  function wanted() {
    var tags = [remembered()].concat(navigator.languages || [navigator.language]);
    return tags.filter(Boolean).map(inLanguage).find(Boolean) || links[0];
  }

  if (document.currentScript.hasAttribute("data-follow")) {
    // Not `assign`: going back must not lead here again.
    location.replace(wanted().href + location.hash);
    return;
  }
  var below = links.find(function (link) { return location.pathname.indexOf(link.pathname) === 0; });
  var section = (below || wanted()).closest("section");
  section.parentNode.prepend(section);
  document.documentElement.lang = section.lang;
})();
