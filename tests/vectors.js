/* node tests/vectors.js RESOLVE TABLES VECTORS: what docs/assets/resolve.js answers from resolver.json otherwise than the vectors say, as JSON. */
"use strict";
const fs = require("fs");
const path = require("path");

const [code, tables, questions] = process.argv.slice(2).map((name) => path.resolve(name));
const rules = require(code).read(JSON.parse(fs.readFileSync(tables, "utf8")));
const { names, frames, stacks } = JSON.parse(fs.readFileSync(questions, "utf8"));

const differences = [];
const same = (one, two) => JSON.stringify(one) === JSON.stringify(two);
for (const [line, wanted] of names) {
  const got = rules.resolve(line);
  if (!same(got, wanted)) differences.push({ line, wanted, got });
}
for (const [line, wanted] of frames) {
  const got = rules.isFrame(line);
  if (got !== wanted) differences.push({ line, frame: wanted, got });
}
for (const [accelerator, given, outcome, conditions] of stacks) {
  const got = rules.judge(accelerator, given);
  // The reason for the accelerator's own state is a sentence of words.js.
  const judged = got.conditions.map((c) => [c.requirement, c.state, c.requirement === "accelerator" ? conditions[0][2] : c.reason]);
  if (got.outcome !== outcome || !same(judged, conditions)) differences.push({ accelerator, given, wanted: [outcome, conditions], got: [got.outcome, judged] });
}
console.log(JSON.stringify({ names: names.length, frames: frames.length, stacks: stacks.length, differences }));
