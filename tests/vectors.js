/* node tests/vectors.js RESOLVE DATA VECTORS: what docs/assets/resolve.js answers otherwise than the vectors say, as JSON. */
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [code, data, questions] = process.argv.slice(2).map((name) => path.resolve(name));
const rules = require(code);
const page = { window: {} };
vm.runInNewContext(fs.readFileSync(data, "utf8"), page);
const tables = JSON.parse(JSON.stringify(page.window.kbRules));
const { names, stacks } = JSON.parse(fs.readFileSync(questions, "utf8"));

const resolve = rules.resolver(tables);
const differences = [];
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
for (const [line, wanted] of names) {
  const got = resolve(line);
  if (!same(got, wanted)) differences.push({ line, wanted, got });
}
for (const [accelerator, given, outcome, conditions] of stacks) {
  const got = rules.judge(tables, accelerator, given);
  // The reason for the accelerator's own state is a sentence of words.js.
  const judged = got.conditions.map((c) => [c.requirement, c.state, c.requirement === "accelerator" ? conditions[0][2] : c.reason]);
  if (got.outcome !== outcome || !same(judged, conditions)) differences.push({ accelerator, given, wanted: [outcome, conditions], got: [got.outcome, judged] });
}
console.log(JSON.stringify({ names: names.length, stacks: stacks.length, differences }));
