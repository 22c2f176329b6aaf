// gsd.cjs LIBRARY DIRECTORY...: what GSD's `validate health` and `validate consistency` say of each directory, a line
// of JSON for each. The commands are called in this process, since each start of the program takes longer than what it
// does.
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

for (const directory of directories) {
  const said = [];
  process.chdir(directory);
  const health = () => verify.cmdValidateHealth(directory, {}, false);
  const consistency = () => verify.cmdValidateConsistency(directory, false);
  for (const command of [health, consistency]) {
    answer = undefined;
    command();
    for (const one of [...answer.errors, ...answer.warnings]) {
      const { code, message } = typeof one === 'string' ? { code: 'text', message: one } : one;
      if (!said.some((s) => s.code === code && s.message === message)) said.push({ code, message });
    }
  }
  fs.writeSync(1, JSON.stringify({ directory, said }) + '\n');
}
