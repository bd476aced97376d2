/**
 * `node scripts/tasks.mjs NAME [argument …]`: the npm commands that build, check, measure, take screenshots, or run some of the tests.
 * They start on the machine's own Node.
 */
import { randomInt } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  ALL_TARGETS,
  BUNDLE,
  built,
  builtWithBrowser,
  followNode,
  installed,
  PLAYWRIGHT,
  VITEST,
  WEB_TARGETS,
} from "./lib/builds.mjs";
import { ensureElectron } from "./lib/desktop.mjs";
import { follow, Problem, projectEnv, projectNode, readJson, root, run, runMain, say } from "./lib/project.mjs";
import { ensureReplicaTargets } from "./lib/test-programs.mjs";
import { sourceDate, writeChecksums } from "./package/release.mjs";

const tool = (/** @type {string} */ name) => path.join(root, "node_modules", ...name.split("/"));

/** @returns {[string, string[]][]} name of the check → arguments of the project's Node */
function checks() {
  const [pretty, colors] = process.stderr.isTTY ? [["--pretty"], ["--colors=force"]] : [[], []];
  return [
    ["types of server, main, tests and scripts", [tool("typescript/bin/tsc"), "-p", "tsconfig.json", ...pretty]],
    ["lint, format and import cycles", [tool("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", ...colors]],
    ["types of the pages", [tool("typescript/bin/tsc"), "-p", "tsconfig.web.json", ...pretty]],
    ["import rules", [path.join("scripts", "import-rules.mjs")]],
    ["banned words and commit subjects", [path.join("scripts", "words.mjs")]],
  ];
}

const PICTURES = ["screenshots.spec", "article-html-variables"];

/** Parts of the paths of property tests, see `runs` in test/support/chance.ts. */
const PROPERTIES = ["server/media/", "server/backup/reader", "server/archives/", "core/json", "integration/openapi"];

const TASKS_FILE = "scripts/tasks.mjs";

/** @type {Record<string, string[][]>} name of a slow proof → commands of the project's Node */
const PROOFS = {
  fault: [[TASKS_FILE, "test:fault"]],
  fuzz: [
    [TASKS_FILE, "test:fuzz"],
    [VITEST, "run", ...PROPERTIES],
  ],
  heavy: [[VITEST, "run", "-c", "test/nightly/heavy/vitest.config.ts"]],
  browser: [[PLAYWRIGHT, "test", "-c", "test/nightly/e2e", "--reporter=list"]],
  packages: [["test/nightly/packages/check.ts"], ["test/nightly/packages/check-server.ts"]],
};

const VERSIONS = `const { electron, node, openssl } = process.versions;
console.log(electron ? \`Electron \${electron}, Node \${node}, TLS \${openssl}\` : \`plain Node \${node}, which does not test Electron\`);`;

/** @type {Record<string, (args: string[]) => Promise<number>>} name → returns the exit code */
const TASKS = {
  /** `build [-- editor|console|web|main …]`: builds what changed. */
  async build(args) {
    const named = args.flatMap((name) => (name === "web" ? WEB_TARGETS : [name]));
    const targets = ALL_TARGETS.filter((target) => named.length === 0 || named.includes(target));
    if (named.some((name) => !ALL_TARGETS.some((target) => target === name)))
      throw new Problem(`npm run build accepts ${ALL_TARGETS.join(", ")} or web. Without a name it builds everything.`);
    return await built(() => 0, targets);
  },

  /** `check`: types, lint, format, import rules, banned words and commit subjects, two checks at a time. */
  async check() {
    await installed();
    const waiting = checks();
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
  },

  /** `sbom`: writes the bills of materials of the server package and the desktop app, CycloneDX JSON, into release/. */
  sbom: () =>
    built(async () => {
      // These import installed packages.
      const { bundledFolders } = await import("./third-party/licences.mjs");
      const { makeSbom } = await import("./third-party/sbom.mjs");
      const { nodeVersion } = await import("./package/npm-binaries.mjs");
      const release = path.join(root, "release");
      fs.mkdirSync(release, { recursive: true });
      const runtimes = /** @type {const} */ ({
        server: { name: "node", version: nodeVersion("x64") },
        desktop: { name: "electron", version: readJson("node_modules", "electron", "package.json").version },
      });
      const names = Object.entries(runtimes).map(([kind, runtime]) => {
        const file = `galley-${kind}-${readJson("package.json").version}.cdx.json`;
        const shipped = { folders: bundledFolders(), runtime, litestream: true, date: sourceDate() };
        fs.writeFileSync(path.join(release, file), makeSbom(shipped));
        return file;
      });
      await writeChecksums(release, names);
      for (const name of names) say(`release/${name}`);
      return 0;
    }),

  /** `bench [-- flags]`: measures; see docs/performance.md. */
  async bench(args) {
    await built(() => {});
    return followNode([path.join(root, "test", "bench", "bench.ts"), ...args]);
  },

  /** `screenshots`: takes the screenshots of README.md and docs/ again, into docs/images. */
  async screenshots() {
    process.chdir(root);
    return followNode([PLAYWRIGHT, "test", "-c", "test/nightly/e2e", ...PICTURES, "--reporter=list"], {
      CHROMIUM_PATH: await builtWithBrowser(),
      GALLEY_SCREENSHOTS: path.join(root, "docs", "images"),
    });
  },

  /** `test:fault [-- rounds]`: the fault tests at full length, 200 rounds of kill -9 by default. FAULT_SEED repeats a run. */
  async "test:fault"([rounds = "200"]) {
    process.chdir(root);
    if (!/^[1-9]\d{0,5}$/.test(rounds))
      throw new Problem("npm run test:fault accepts a number of rounds, such as: npm run test:fault -- 500");
    await installed();
    await ensureReplicaTargets();
    return followNode([VITEST, "run", "test/nightly/fault/"], { FAULT_ROUNDS: rounds });
  },

  /**
   * `test:fuzz [-- --count 100000 --seed 1 --heap-mb 200 --documents 1500]`: generated and malformed requests to the three
   * listeners of the bundle, then hostile documents in a browser. Prints the seed.
   */
  async "test:fuzz"(args) {
    process.chdir(root);
    const { values } = parseArgs({
      args,
      options: {
        count: { type: "string", default: "100000" },
        seed: { type: "string", default: String(randomInt(1, 2 ** 31)) },
        "heap-mb": { type: "string", default: "200" },
        documents: { type: "string", default: "1500" },
      },
    });
    for (const [name, value] of Object.entries(values))
      if (!/^[1-9]\d{0,9}$/.test(value)) throw new Problem(`--${name} requires a whole number.`);
    const chromium = await builtWithBrowser();
    const code = await followNode([VITEST, "run", "test/nightly/fuzz/"], {
      FUZZ_COUNT: values.count,
      FUZZ_HEAP_MB: values["heap-mb"],
      FUZZ_SEED: values.seed,
      GALLEY_TEST_BUNDLE: BUNDLE,
    });
    if (code !== 0) return code;
    return followNode([PLAYWRIGHT, "test", "hostile-documents", "--reporter=list"], {
      CHROMIUM_PATH: chromium,
      FUZZ_DOCUMENTS: values.documents,
    });
  },

  /** `test:nightly [-- fault fuzz heavy browser packages]`: all slow proofs at full length, or the named ones. A failed one does not end the run. */
  async "test:nightly"(names) {
    process.chdir(root);
    const unknown = names.find((name) => !(name in PROOFS));
    if (unknown !== undefined)
      throw new Problem(`There is no proof "${unknown}". Choose from: ${Object.keys(PROOFS).join(", ")}.`);
    const env = { CHROMIUM_PATH: await builtWithBrowser(), GALLEY_TEST_BUNDLE: BUNDLE, GALLEY_ALL_RUNS: "1" };
    const outcomes = [];
    for (const [name, commands] of Object.entries(PROOFS)) {
      if (names.length > 0 && !names.includes(name)) continue;
      const codes = [];
      for (const command of commands) codes.push(await followNode(command, env));
      outcomes.push({ name, passed: codes.every((code) => code === 0) });
    }
    for (const { name, passed } of outcomes) say(`${passed ? "passed" : "failed"}  ${name}`);
    return outcomes.every(({ passed }) => passed) ? 0 : 1;
  },

  /**
   * `test:runtime [-- part of a path …]`: the server's tests on Electron's Node, whose TLS is BoringSSL. ELECTRON_PATH selects
   * another executable, which must have its original fuses.
   */
  async "test:runtime"(filters) {
    process.chdir(root);
    const electron = await built(() => process.env.ELECTRON_PATH || ensureElectron());
    if (electron === undefined)
      throw new Problem("The Electron runtime is not installed and cannot be downloaded. Set ELECTRON_PATH.");
    const env = { ...projectEnv(), ELECTRON_RUN_AS_NODE: "1", GALLEY_TEST_BUNDLE: BUNDLE };
    const { code, output } = await run(electron, ["-e", VERSIONS], { env, collect: true });
    if (code !== 0) throw new Problem(`${electron} does not run as Node:\n${output.trimEnd()}`);
    say(`The server's tests run on ${output.trim()}.`);
    // Vitest starts its workers with the executable that runs it.
    return follow(electron, [VITEST, "run", ...(filters.length > 0 ? filters : ["test/server"])], env);
  },

  /**
   * `FILE […]`: runs a file on the project's own Node, such as server/cli.ts for `npm run backup`. Relative paths in arguments
   * start at the folder where npm was called.
   */
  async run([file = "", ...args]) {
    await installed();
    if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
    return followNode([path.join(root, file), ...args]);
  },
};

runMain(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  const task = TASKS[name];
  if (task === undefined)
    throw new Problem(`There is no task "${name}". Choose from: ${Object.keys(TASKS).join(", ")}.`);
  return task(args);
});
