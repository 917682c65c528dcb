/* The theme's search, on demand: nothing of it is loaded until its field is used, or the address brings a query. This comes
   before the theme's script, which otherwise starts a worker and fetches the whole index on every page. */
(function () {
  "use strict";
  var FIELD = '[data-md-component="search-query"]';
  var asked = new URLSearchParams(location.search);
  var wanted = new Promise(function (resolve) {
    // With `h` the page marks the words that were searched: it needs the index too.
    if (asked.has("q") || asked.has("h")) return resolve();
    // The theme's shortcuts and buttons put the focus into the field as well.
    document.addEventListener("focusin", function (event) {
      if (event.target.matches(FIELD)) resolve();
    });
  });

  var Request = window.XMLHttpRequest;
  window.XMLHttpRequest = class extends Request {
    open(method, address, ...rest) {
      this.waits = /\/search\/search_index\.json$/.test(address);
      super.open(method, address, ...rest);
    }
    send(body) {
      if (this.waits) wanted.then(() => super.send(body));
      else super.send(body);
    }
  };

  /* A worker that starts when it is wanted and until then keeps what it is told; which one: workers/mended.js. */
  var Starter = window.Worker;
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.started = wanted.then(() => {
        var worker = new Starter(String(address).replace(/(search\.\w+\.min\.js)$/, "mended.js?$1"));
        worker.addEventListener("message", (event) => this.dispatchEvent(new MessageEvent("message", { data: event.data })));
        return worker;
      });
    }
    postMessage(message) {
      this.started.then((worker) => worker.postMessage(message));
    }
  };
})();
