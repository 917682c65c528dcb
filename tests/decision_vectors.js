/* Answers on the standard output what docs/assets/decision-text.js makes of each case on the standard input.
   Arguments: the data script, the script itself. A case is [method, argument...]. */
"use strict";
const fs = require("fs");
const vm = require("vm");

const window = {};
const context = vm.createContext({ window, Intl, TextEncoder });
process.argv.slice(2).forEach(path => vm.runInContext(fs.readFileSync(path, "utf8"), context, path));
const text = window.kbDecisionText(window.kbDecision);

function answer([method, ...values]) {
  if (method === "speak") return text.speaker(values[0])[values[1]](values[2]);
  if (method !== "read") return text[method](...values);
  try {
    return text.read(values[0]);
  } catch (refused) {
    if (!refused.why) throw refused;
    return { why: refused.why, version: refused.version };
  }
}

process.stdout.write(JSON.stringify(JSON.parse(fs.readFileSync(0, "utf8")).map(answer)));
