/**
 * `npm run test:runtime [-- part of a path …]`: the server's tests on the Node that Electron brings, which is not the one
 * of `npm test`: its TLS is BoringSSL, with errors and certificate authorities of its own. ELECTRON_PATH names another
 * executable than the downloaded one. Needs a runtime whose fuses are as they come, not a packed one.
 */
import path from "node:path";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { ensureElectron } from "./lib/desktop.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, Problem, projectEnv, root, run, runMain, say } from "./lib/project.mjs";

const VERSIONS = `const { electron, node, openssl } = process.versions;
console.log(electron ? \`Electron \${electron}, Node \${node}, TLS \${openssl}\` : \`plain Node \${node}: this says nothing about Electron\`);`;

runMain(async () => {
  process.chdir(root);
  const filters = process.argv.slice(2);
  const electron = await withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
    return process.env.ELECTRON_PATH || (await ensureElectron());
  });
  if (electron === undefined)
    throw new Problem("The Electron runtime is not here and cannot be downloaded. Name one in ELECTRON_PATH.");
  const env = {
    ...projectEnv(),
    ELECTRON_RUN_AS_NODE: "1",
    // What `npm start` runs, built a moment ago; Electron's Node is not asked to read TypeScript.
    GALLEY_TEST_BUNDLE: path.join("dist", "main"),
  };
  const { code, output } = await run(electron, ["-e", VERSIONS], { env, collect: true });
  if (code !== 0) throw new Problem(`${electron} does not run as Node:\n${output.trimEnd()}`);
  say(`The server's tests run on ${output.trim()}.`);
  // Its workers are started with the executable that runs it.
  const vitest = path.join("node_modules", "vitest", "vitest.mjs");
  return follow(electron, [vitest, "run", ...(filters.length > 0 ? filters : ["test/server"])], env);
});
