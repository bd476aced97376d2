/** `npm run check`: types, lint, format, import rules, banned words and commit subjects, two checks at a time. */
import path from "node:path";
import { installed } from "./lib/builds.mjs";
import { projectEnv, projectNode, root, run, runMain, say } from "./lib/project.mjs";

const tool = (/** @type {string} */ name) => path.join(root, "node_modules", ...name.split("/"));

const [pretty, colors] = process.stderr.isTTY ? [["--pretty"], ["--colors=force"]] : [[], []];

/** @type {[string, string[]][]} name of the check → arguments of the project's Node */
const CHECKS = [
  ["types of server, main, tests and scripts", [tool("typescript/bin/tsc"), "-p", "tsconfig.json", ...pretty]],
  ["lint, format and import cycles", [tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", ...colors]],
  ["types of the pages", [tool("typescript/bin/tsc"), "-p", "tsconfig.web.json", ...pretty]],
  ["import rules", [path.join("scripts", "import-rules.mjs")]],
  ["banned words and commit subjects", [path.join("scripts", "words.mjs")]],
];

runMain(async () => {
  await installed();
  const waiting = [...CHECKS];
  let failed = 0;
  const worker = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const [name, args] = check;
      const { code, output } = await run(projectNode(), args, { env: projectEnv(), collect: true });
      say(code === 0 ? `ok      ${name}` : `${output.trimEnd()}\nfailed  ${name}`);
      if (code !== 0) failed += 1;
    }
  };
  await Promise.all([worker(), worker()]);
  return failed === 0 ? 0 : 1;
});
