/* Tables marked with data-filter get a search field, a select for each column marked likewise, and headers that sort.
   Without this script they are complete tables. Words come from the table's data-label-* attributes. */
(function () {
  "use strict";

  function make(tag, properties, children) {
    var element = Object.assign(document.createElement(tag), properties);
    (children || []).forEach(function (child) { element.append(child); });
    return element;
  }

  /* One spelling for what readers may type: full-width, accents, case, spaces and hyphens make no difference. */
  function compact(text) {
    return text.normalize("NFKC").normalize("NFD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase().replace(/[\s\-‐‑–_/・]+/g, "");
  }

  function shown(cell) {
    return cell.textContent.trim().replace(/\s+/g, " ");
  }

  function sortKey(row, column) {
    var cell = row.cells[column];
    return cell.dataset.sort !== undefined ? cell.dataset.sort : shown(cell);
  }

  function enhance(table, number) {
    var label = table.dataset;
    var language = table.closest("[lang]").lang;
    var collator = new Intl.Collator(language, { numeric: true });
    var body = table.tBodies[0];
    var rows = Array.from(body.rows);
    var heads = Array.from(table.tHead.rows[0].cells);
    var texts = new Map(rows.map(function (row) {
      var names = Array.from(row.cells, function (cell) { return shown(cell) + " " + (cell.dataset.search || ""); });
      return [row, compact(names.join(" "))];
    }));
    var status = make("p", { className: "kb-filter__count" });
    status.setAttribute("role", "status");
    var selects = [];

    function compare(column) {
      return function (a, b) { return collator.compare(sortKey(a, column), sortKey(b, column)); };
    }

    function apply() {
      var words = search.value.split(/\s+/).map(compact).filter(Boolean);
      var left = 0;
      rows.forEach(function (row) {
        var fits = words.every(function (word) { return texts.get(row).includes(word); }) &&
          selects.every(function (entry) { return !entry.select.value || shown(row.cells[entry.column]) === entry.select.value; });
        row.hidden = !fits;
        if (fits) left += 1;
      });
      status.textContent = left || !label.labelNone ? label.labelCount.replace("{n}", left) : label.labelNone;
    }

    function field(words, control) {
      control.id = "kb-filter-" + number + "-" + controls.childElementCount;
      control.addEventListener("input", apply);
      controls.append(make("div", { className: "kb-filter__field" }, [make("label", { htmlFor: control.id, textContent: words }), control]));
      return control;
    }

    function sortable(head, column) {
      var button = make("button", { type: "button", className: "kb-sort", title: label.labelSort || "" }, Array.from(head.childNodes));
      head.append(button);
      button.addEventListener("click", function () {
        var descending = head.getAttribute("aria-sort") === "ascending";
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        head.setAttribute("aria-sort", descending ? "descending" : "ascending");
        var order = compare(column);
        rows.sort(function (a, b) { return descending ? order(b, a) : order(a, b); });
        body.append.apply(body, rows);
      });
    }

    /* One of the things that cells mention, marked with data-pick: each row then says in words how it is mentioned, or that it is not. */
    function pickable() {
      var marked = Array.from(table.querySelectorAll("[data-pick]"));
      var names = Array.from(new Set(marked.map(function (mark) { return mark.dataset.pick; }))).sort(collator.compare);
      var select = make("select", {}, [make("option", { value: "", textContent: label.labelAll })].concat(names.map(function (name) {
        return make("option", { value: name, textContent: name });
      })));
      select.addEventListener("input", function () {
        rows.forEach(function (row) {
          var old = row.querySelector(".kb-picked");
          if (old) old.remove();
          var found = marked.find(function (mark) { return mark.dataset.pick === select.value && row.contains(mark); });
          marked.forEach(function (mark) { if (row.contains(mark)) mark.classList.toggle("kb-pick", mark === found); });
          if (!select.value) return;
          var words = found ? found.dataset.pickWords : row.cells[0].dataset.unpicked;
          row.cells[2].prepend(make("p", { className: "kb-picked", textContent: select.value + " – " + words }));
        });
      });
      field(label.labelPick, select);
    }

    var controls = make("div", { className: "kb-filter" });
    var search = field(label.labelSearch, make("input", { type: "search", autocomplete: "off", spellcheck: false }));
    heads.forEach(function (head, column) {
      if (!head.hasAttribute("data-filter")) return;
      var examples = new Map(rows.map(function (row) { return [shown(row.cells[column]), row]; }));
      var byOrder = compare(column);
      var options = Array.from(examples.keys()).sort(function (a, b) { return byOrder(examples.get(a), examples.get(b)); });
      var select = make("select", {}, [make("option", { value: "", textContent: label.labelAll })].concat(options.map(function (text) {
        return make("option", { value: text, textContent: text });
      })));
      selects.push({ column: column, select: field(shown(head), select) });
    });
    if (label.labelPick) pickable();
    heads.forEach(sortable);
    controls.append(status);
    // Before the region that scrolls, not in it.
    (table.closest(".kb-scroll") || table).before(controls);
    // Not `q`: with that the theme opens its own search.
    search.value = new URLSearchParams(location.search).get("find") || "";
    apply();
  }

  document.querySelectorAll("table[data-filter]").forEach(enhance);
})();
