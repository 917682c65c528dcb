/* The explanation of a term beside the first link to it: under the pointer, in focus, or at a first tap; a second tap follows the link.
   Escape and a tap elsewhere close it. Without this script the links lead to the glossary. */
(function () {
  "use strict";
  var EDGE = 12; // how far an explanation stays from the edges, in pixels
  var open = null; // the link that is being explained
  var leaving = 0;
  var tapped = false; // the focus that follows a tap must not open what the tap itself opens

  function about(link) {
    return document.getElementById(link.getAttribute("aria-describedby"));
  }

  function close() {
    clearTimeout(leaving);
    if (open) about(open).hidden = true;
    open = null;
  }

  /* Below the link, or above it where there is no room; never beyond the window's sides. */
  function place(link, box) {
    var parts = link.getClientRects();
    var at = parts[parts.length - 1];
    var origin = box.offsetParent.getBoundingClientRect();
    var left = Math.max(EDGE, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - EDGE));
    var below = at.bottom + box.offsetHeight + EDGE < window.innerHeight;
    box.style.left = left - origin.left + "px";
    box.style.top = (below ? at.bottom + 4 : parts[0].top - box.offsetHeight - 4) - origin.top + "px";
  }

  function show(link) {
    clearTimeout(leaving);
    if (open === link) return;
    close();
    open = link;
    about(link).hidden = false;
    place(link, about(link));
  }

  /* The pointer may cross to the explanation, to read it or to copy from it. */
  function leave() {
    clearTimeout(leaving);
    leaving = setTimeout(close, 250);
  }

  document.querySelectorAll(".kb-term[aria-describedby]").forEach(function (link) {
    var box = about(link);
    [link, box].forEach(function (part) {
      part.addEventListener("pointerenter", function (event) { if (event.pointerType === "mouse") show(link); });
      part.addEventListener("pointerleave", function (event) { if (event.pointerType === "mouse") leave(); });
    });
    link.addEventListener("focus", function () { if (!tapped) show(link); });
    link.addEventListener("blur", function () { if (open === link) leave(); });
    link.addEventListener("click", function (event) {
      if (tapped && open !== link) {
        event.preventDefault();
        show(link);
      }
    });
  });

  document.addEventListener("pointerdown", function (event) {
    tapped = event.pointerType === "touch";
    if (open && !open.contains(event.target) && !about(open).contains(event.target)) close();
  }, true);
  document.addEventListener("keydown", function (event) {
    tapped = false;
    if (event.key === "Escape") close();
  });
})();
