/**
 * `npm run rebuild [-- --node]`: compiles better-sqlite3 for machines without a matching prebuild, against the headers of
 * Electron or, with --node, of Node. Both prefer the result to the prebuild. Requires a C++20 compiler, make, Python 3 and
 * internet access.
 */
import { createRequire } from "node:module";
import path from "node:path";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { Problem, projectEnv, projectNode, readJson, root, run, runMain, say } from "./lib/project.mjs";

const packageFolder = (/** @type {string} */ name) => path.join(root, "node_modules", ...name.split("/"));

/** Uses the compiled module in a separate process, since an incompatible binary crashes it. */
const TRIAL = `const Database = require("better-sqlite3");
console.log(new Database(":memory:").prepare("SELECT sqlite_version()").pluck().get());`;

runMain(() =>
  withLock(async () => {
    await ensureDependencies();
    const forNode = process.argv.includes("--node");
    say(
      `Compiling better-sqlite3 against the headers of ${forNode ? "Node" : "Electron"}, which takes a minute or two.`,
    );
    // If a prebuild matches, the module only compiles when forced.
    const env = { ...projectEnv(), GYP_DEFINES: "force_build=1" };
    const { code } = await run(projectNode(), forNode ? nodeBuild() : electronBuild(), {
      env,
      cwd: forNode ? packageFolder("better-sqlite3") : root,
    });
    if (code !== 0)
      throw new Problem(
        "Could not compile better-sqlite3. The reason is above. This requires a C++20 compiler, make, Python 3 and " +
          "internet access (headers from artifacts.electronjs.org, with --node from nodejs.org).",
      );
    const trial = await run(projectNode(), ["-e", TRIAL], { env: projectEnv(), collect: true });
    if (trial.code !== 0) throw new Problem(`The compiled module does not run on Node:\n${trial.output.trimEnd()}`);
    say(`Compiled better-sqlite3 with SQLite ${trial.output.trim()}. Run "npm ci" to return to the prebuild.`);
    return 0;
  }),
);

function electronBuild() {
  const { version } = readJson("node_modules", "electron", "package.json");
  const tool = path.join(packageFolder("@electron/rebuild"), "lib", "cli.js");
  const flags = ["--only", "better-sqlite3", "--force", "--build-from-source"];
  return [tool, "--version", version, "--module-dir", root, ...flags];
}

/** Uses the node-gyp of @electron/rebuild, for the Node that runs it. */
function nodeBuild() {
  const require = createRequire(path.join(packageFolder("@electron/rebuild"), "package.json"));
  return [require.resolve("node-gyp/bin/node-gyp.js"), "rebuild", "--release"];
}
