// opencode.mjs PROJECT NPLINT: load the plugin that `nplint init` has written as OpenCode does, with a shell of our own in place of Bun's, and
// have a tool write a faulty agent: what the tool answers must hold what nplint says, once.
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"

const [project, nplint] = process.argv.slice(2)
const shell = (words, input) => ({
  quiet: () => ({
    nothrow: async () => {
      if (words.join("") !== "nplint hook opencode < ") throw new Error(`the plugin runs ${words.join("…")}`)
      const { status, stdout } = spawnSync(nplint, ["hook", "opencode"], { input: await input.text(), cwd: project })
      return { exitCode: status, stdout }
    },
  }),
})
writeFileSync(`${project}/nplint.mjs`, readFileSync(`${project}/.opencode/plugins/nplint.js`))
const { Nplint } = await import(`${project}/nplint.mjs`)
const plugin = await Nplint({ $: shell, directory: project })
const ask = async (tool) => {
  const output = { title: "", output: "done", metadata: {} }
  await plugin["tool.execute.after"]({ tool, sessionID: "s", callID: "c", args: {} }, output)
  return output.output
}
mkdirSync(`${project}/agents`, { recursive: true })
writeFileSync(`${project}/agents/np-x.md`, "---\nname: np-x\ndescription: x\ntier: Opus\ntools: Read\n---\n\nx\n")
const said = [await ask("read"), await ask("write"), await ask("write")]
if (said[0] !== "done" || !said[1].startsWith("done\n\nnplint: ") || said[2] !== "done") {
  throw new Error(`the plugin says ${JSON.stringify(said)}`)
}
console.log("opencode: after write the model hears", said[1].split("\n")[2])
