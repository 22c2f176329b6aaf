// sbom.cjs FILE...: hold bills of materials against the schema of CycloneDX 1.6.
const { Spec, Validation } = require("@cyclonedx/cyclonedx-library");
const { readFileSync } = require("node:fs");

const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
(async () => {
  for (const file of process.argv.slice(2)) {
    const fault = await validator.validate(readFileSync(file, "utf8"));
    if (fault !== null) throw new Error(`${file}: ${JSON.stringify(fault)}`);
    console.log(`${file} is CycloneDX 1.6`);
  }
})();
