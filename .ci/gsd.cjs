// gsd.cjs LIBRARY DIRECTORY...: what GSD's `validate health`, `validate consistency` and `state validate` say of each
// directory, and `verify plan-structure` of the checks in its open plans, a line of JSON for each directory. The
// commands are called in this process, since each start of the program takes longer than what it does.
const fs = require('node:fs');
const path = require('node:path');

const [library, ...directories] = process.argv.slice(2);
process.stderr.write = () => true;
const io = require(path.join(library, 'io.cjs'));
let answer;
io.output = (value) => { answer = value; };
io.error = (message) => { throw new Error(message); };
process.exit = (status) => { throw new Error(`exit ${status}`); };
const verify = require(path.join(library, 'verify.cjs'));
const state = require(path.join(library, 'state.cjs'));

// openPlans returns the plans of the phases that have no summary.
function openPlans(directory) {
  const phases = path.join(directory, '.planning', 'phases');
  if (!fs.existsSync(phases)) return [];
  const plans = fs.readdirSync(phases, { recursive: true }).filter((f) => f.endsWith('-PLAN.md'));
  return plans.map((f) => path.join(phases, f)).filter((f) => !fs.existsSync(f.replace(/PLAN\.md$/, 'SUMMARY.md')));
}

for (const directory of directories) {
  const said = [];
  process.chdir(directory);
  const health = () => verify.cmdValidateHealth(directory, {}, false);
  const consistency = () => verify.cmdValidateConsistency(directory, false);
  const position = () => state.cmdStateValidate(directory, false);
  const structures = openPlans(directory).map((plan) => () => verify.cmdVerifyPlanStructure(directory, plan, false));
  for (const command of [health, consistency, position, ...structures]) {
    answer = undefined;
    command();
    for (const one of [...(answer.errors ?? []), ...(answer.warnings ?? [])]) {
      const check = typeof one === 'string' && /^\[plan-criteria (R\d)\]|forbidden (literal)|\(#(429)\)/.exec(one);
      if (structures.includes(command) && !check) continue; // of the rest there are proofs
      const { code, message } = check ? { code: check[1] ?? 'literal', message: one }
        : typeof one === 'string' ? { code: 'text', message: one } : one;
      if (!said.some((s) => s.code === code && s.message === message)) said.push({ code, message });
    }
  }
  fs.writeSync(1, JSON.stringify({ directory, said }) + '\n');
}
