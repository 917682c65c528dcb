/* The panel that copies a verdict into a ticket. Its texts come finished, from a file that is loaded when the panel is opened. */
(function () {
  "use strict";

  /* Runs `then` once the citations of an accelerator are there, or `failed` if they cannot be had. */
  function load(panel, then, failed) {
    var known = (window.kbCitations || {})[panel.dataset.cite];
    if (known) { then(known); return; }
    var script = document.createElement("script");
    script.src = panel.dataset.texts;
    script.onload = function () { then(window.kbCitations[panel.dataset.cite]); };
    script.onerror = function () { script.remove(); failed(); };
    document.head.append(script);
  }

  /* Copies by the old way, which works without https and without a permission; says whether the browser did it. */
  function copySelected(area, rich) {
    var put = function (event) {
      event.clipboardData.setData("text/plain", area.value);
      if (rich) event.clipboardData.setData("text/html", area.value);
      event.preventDefault();
    };
    area.focus();
    area.select();
    document.addEventListener("copy", put);
    try {
      return document.execCommand("copy");
    } catch (refused) {
      return false;
    } finally {
      document.removeEventListener("copy", put);
    }
  }

  /* A promise that the text is on the clipboard; editors of rich text take HTML as what it shows. */
  function copyByPermission(text, rich) {
    if (!navigator.clipboard || !window.isSecureContext) return Promise.reject();
    if (!rich || !window.ClipboardItem) return navigator.clipboard.writeText(text);
    return navigator.clipboard.write([new ClipboardItem({
      "text/plain": new Blob([text], { type: "text/plain" }),
      "text/html": new Blob([text], { type: "text/html" })
    })]);
  }

  /* Copies what a field shows and says `copied`; or says `byHand`, and the text stays selected. Other forms use it, too. */
  function copy(area, rich, button, say) {
    copyByPermission(area.value, rich).then(function () { say("copied"); }, function () {
      if (copySelected(area, rich)) {
        button.focus();
        say("copied");
      } else {
        say("byHand");
      }
    });
  }

  function enhance(panel) {
    var format = panel.querySelector('[data-field="format"]');
    var language = panel.querySelector('[data-field="language"]');
    var area = panel.querySelector("textarea");
    var button = panel.querySelector("button");
    var status = panel.querySelector('[role="status"]');
    var shown = [format.value, language.value];

    function say(id) {
      // Emptied first: the same message twice is announced twice.
      status.textContent = "";
      setTimeout(function () { status.textContent = panel.dataset[id]; }, 50);
    }

    function show() {
      load(panel, function (texts) {
        shown = [format.value, language.value];
        area.value = texts[format.value][language.value];
        area.lang = language.selectedOptions[0].lang || panel.closest("[lang]").lang;
        area.scrollTop = 0;
        status.textContent = "";
      }, function () {
        format.value = shown[0];
        language.value = shown[1];
        say("notLoaded");
      });
    }

    panel.querySelectorAll("[hidden]").forEach(function (part) { part.hidden = false; });
    format.addEventListener("change", show);
    language.addEventListener("change", show);
    button.addEventListener("click", function () { copy(area, format.value === "html", button, say); });
    panel.addEventListener("toggle", function () {
      if (panel.open && area.value) load(panel, function () {}, function () {});
      else if (panel.open) show(); // it was made by a script, without a text
    });
  }

  window.kbCopy = copy;
  document.querySelectorAll(".kb-cite").forEach(enhance);
  window.kbEnhanceCitation = enhance;
})();
