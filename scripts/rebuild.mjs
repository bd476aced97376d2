/**
 * `npm run rebuild [-- --node]`: compiles better-sqlite3 for machines that no prebuild fits, against the headers of Electron
 * or, with --node, of Node. Both load the result before the prebuild. Needs a C++20 compiler, make, Python 3 and the internet.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { Problem, projectEnv, projectNode, root, run, runMain, say } from "./lib/project.mjs";

const packageFolder = (/** @type {string} */ name) => path.join(root, "node_modules", ...name.split("/"));

/** A program that uses what was compiled, in a process of its own: a binary that does not fit ends it. */
const TRIAL = `const Database = require("better-sqlite3");
console.log(new Database(":memory:").prepare("SELECT sqlite_version()").pluck().get());`;

runMain(() =>
  withLock(async () => {
    await ensureDependencies();
    const forNode = process.argv.includes("--node");
    say(`Compiling better-sqlite3 against the headers of ${forNode ? "Node" : "Electron"}: a minute or two.`);
    // Where a prebuild fits, the module's build does nothing unless it is forced.
    const env = { ...projectEnv(), GYP_DEFINES: "force_build=1" };
    const { code } = await run(projectNode(), forNode ? nodeBuild() : electronBuild(), {
      env,
      cwd: forNode ? packageFolder("better-sqlite3") : root,
    });
    if (code !== 0)
      throw new Problem(
        "better-sqlite3 could not be compiled; the reason is above. It takes a C++20 compiler, make, Python 3 and the " +
          "internet (headers from artifacts.electronjs.org, with --node from nodejs.org).",
      );
    const trial = await run(projectNode(), ["-e", TRIAL], { env: projectEnv(), collect: true });
    if (trial.code !== 0) throw new Problem(`What was compiled does not run on Node:\n${trial.output.trimEnd()}`);
    say(`better-sqlite3 is compiled, with SQLite ${trial.output.trim()}. "npm ci" goes back to the prebuild.`);
    return 0;
  }),
);

function electronBuild() {
  const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder("electron"), "package.json"), "utf8"));
  const tool = path.join(packageFolder("@electron/rebuild"), "lib", "cli.js");
  const flags = ["--only", "better-sqlite3", "--force", "--build-from-source"];
  return [tool, "--version", version, "--module-dir", root, ...flags];
}

/** By the node-gyp that @electron/rebuild brings, for the Node that runs it. */
function nodeBuild() {
  const require = createRequire(path.join(packageFolder("@electron/rebuild"), "package.json"));
  return [require.resolve("node-gyp/bin/node-gyp.js"), "rebuild", "--release"];
}
