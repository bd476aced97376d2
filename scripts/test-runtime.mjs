/**
 * `npm run test:runtime [-- part of a path …]`: runs the server's tests on Electron's Node, whose TLS is BoringSSL.
 * ELECTRON_PATH selects another executable, which must have its original fuses.
 */
import { ensureElectron } from "./lib/desktop.mjs";
import { BUNDLE, built, VITEST } from "./lib/prepare.mjs";
import { follow, Problem, projectEnv, root, run, runMain, say } from "./lib/project.mjs";

const VERSIONS = `const { electron, node, openssl } = process.versions;
console.log(electron ? \`Electron \${electron}, Node \${node}, TLS \${openssl}\` : \`plain Node \${node}, which does not test Electron\`);`;

runMain(async () => {
  process.chdir(root);
  const filters = process.argv.slice(2);
  const electron = await built(() => process.env.ELECTRON_PATH || ensureElectron());
  if (electron === undefined)
    throw new Problem("The Electron runtime is not installed and cannot be downloaded. Set ELECTRON_PATH.");
  const env = { ...projectEnv(), ELECTRON_RUN_AS_NODE: "1", GALLEY_TEST_BUNDLE: BUNDLE };
  const { code, output } = await run(electron, ["-e", VERSIONS], { env, collect: true });
  if (code !== 0) throw new Problem(`${electron} does not run as Node:\n${output.trimEnd()}`);
  say(`The server's tests run on ${output.trim()}.`);
  // Vitest starts its workers with the executable that runs it.
  return follow(electron, [VITEST, "run", ...(filters.length > 0 ? filters : ["test/server"])], env);
});
