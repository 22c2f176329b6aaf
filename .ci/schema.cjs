// schema.cjs SCHEMA FILE...: hold JSON files against a JSON Schema 2020-12 by ajv. Exit status 1 if one of them breaks it.
const fs = require("fs");
const Ajv = require("ajv/dist/2020");
const formats = require("ajv-formats");

const read = (file) => JSON.parse(fs.readFileSync(file, "utf8"));
const [schema, ...files] = process.argv.slice(2);
// Not strict: schemas of others have keywords that ajv does not know.
const ajv = new Ajv({ strict: false, allErrors: true });
formats(ajv);
const validate = ajv.compile(read(schema));
let failed = 0;
for (const file of files) {
  if (!validate(read(file))) {
    failed++;
    for (const error of validate.errors) {
      console.error(`${file}: ${error.instancePath || "/"} ${error.message}`);
    }
  }
}
console.log(`${files.length - failed} of ${files.length} files hold ${schema.split("/").pop()}`);
process.exit(failed > 0 || files.length === 0 ? 1 : 0);
