/**
 * `npm run package:server-check [-- FILE.tar.gz] [--clean-root]`: proves a server package, by default of this commit: its
 * content, installation, delivery of an article, upgrade with data, removal without. It runs in a folder, or with --clean-root
 * and as root in a new Debian (mmdebstrap), where the service has a user of its own.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { Problem, projectEnv, projectNode, root, run, runMain, say } from "../../../scripts/lib/project.mjs";
import { filesUnder, megabytes, sizeOf } from "../../../scripts/lib/stamp.mjs";
import { copiesTo, saveAndDeliver, shows } from "./try-service.mjs";

/** Everything that may be in the package. */
const ALLOWED = [
  /^(LICENSE|NODE-LICENSE|README\.txt|RELEASE\.json|THIRD-PARTY-LICENSES\.txt|sbom\.cdx\.json)$/,
  /^docs\/((installing|operating|security)\.md|grafana-dashboard\.json)$/,
  /^(node|bin\/galley|install\.sh|uninstall\.sh|galley\.service)$/,
  /^share\/(man\/man1\/galley\.1|bash-completion\/completions\/galley|zsh\/site-functions\/_galley|fish\/vendor_completions\.d\/galley\.fish)$/,
  /^lib\/(package\.json|dist\/THIRD-PARTY-LICENSES\.txt)$/,
  /^lib\/dist\/main\/([\w-]+\.js|migrations\/\d{4}-[\w-]+\.sql)$/,
  /^lib\/dist\/web\/(console|editor|docs)\/(assets\/)?[\w.-]+\.(js|css|html|svg|png|woff2)$/,
  /^lib\/resources\/(docs\/[\w.-]+|sandbox\/[\w.-]+)$/,
  /^lib\/node_modules\/better-sqlite3\/(package\.json|LICENSE|lib\/([\w-]+\/)*[\w-]+\.js|prebuilds\/linux-(x64|arm64)\.node)$/,
  /^lib\/node_modules\/@flydotio\/litestream-linux-x64\/(package\.json|litestream)$/,
  /^lib\/node_modules\/swagger-ui-dist\/(package\.json|LICENSE|NOTICE|[\w.-]+\.(js|css|LICENSE\.txt))$/,
];

const LITESTREAM = "github.com/benbjohnson/litestream";

/** The same program under another version, to be upgraded. */
const OLDER = "0.0.1";
const DATA = "/var/lib/galley";
const REPLICA = "/replica";
const UNIT = "/etc/systemd/system/galley.service";
const MANUAL = "/usr/local/share/man/man1/galley.1";
const AS_GALLEY = ["setpriv", "--reuid=galley", "--regid=galley", "--init-groups"];

/**
 * A place where Galley is installed, seen as from within.
 * @typedef {object} Machine
 * @property {(script: string, flags: string[]) => Promise<string>} sh runs a script as root, answers what it said
 * @property {(unit: string) => Promise<string>} verifyUnit by its systemd, where it has one
 * @property {string[]} asService begins the command line of what the service's own user runs
 * @property {NodeJS.ProcessEnv} env
 * @property {string} folder its root, as seen from here
 * @property {string} data the data folder, as the service sees it
 * @property {string} unpacked where packages are unpacked, from within
 */

runMain(async () => {
  const { values, positionals } = parseArgs({ options: { "clean-root": { type: "boolean" } }, allowPositionals: true });
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "galley-server-check-"));
  try {
    const archive = positionals[0] === undefined ? await packed(work) : path.resolve(positionals[0]);
    const machine = values["clean-root"]
      ? await cleanRoot(path.join(work, "root"))
      : folderAsMachine(path.join(work, "root"));
    await prove(archive, machine);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
  return 0;
});

/** @param {string} work @returns {Promise<string>} a package of what is here, for this machine */
async function packed(work) {
  const script = path.join(root, "scripts", "package-server.mjs");
  const { code } = await run(projectNode(), [script, "--out", work], { env: projectEnv() });
  if (code !== 0) throw new Problem("There is no package to look at; the reason is above.");
  return path.join(work, fs.readdirSync(work).find((name) => name.endsWith(".tar.gz")) ?? "");
}

/** @param {string} archive @param {Machine} machine */
async function prove(archive, machine) {
  const inside = path.join(machine.folder, machine.unpacked);
  fs.mkdirSync(inside, { recursive: true });
  await must("tar", ["-xzf", archive, "-C", inside]);
  const [name = ""] = fs.readdirSync(inside);
  const tree = path.join(inside, name);
  checkContents(tree);
  const { version } = JSON.parse(fs.readFileSync(path.join(tree, "RELEASE.json"), "utf8"));
  const older = path.join(inside, "older");
  makeOlder(tree, older, version);

  const installed = (/** @type {string} */ file) => path.join(machine.folder, file);
  await machine.sh(path.join(machine.unpacked, "older", "install.sh"), ["--port", "0"]);
  const config = fs.readFileSync(installed(`${DATA}/config.json`), "utf8");
  expect(config, { port: 0 }, "config.json of the installation");
  expect(fs.statSync(installed(DATA)).mode & 0o777, 0o700, "rights of the data folder");
  const start = /^ExecStart=(.*)$/m.exec(fs.readFileSync(installed(UNIT), "utf8"))?.[1];
  expect(start, "/opt/galley/current/bin/galley serve", "what the unit starts");
  await machine.verifyUnit(UNIT);
  expect(fs.lstatSync(installed(MANUAL)).isSymbolicLink(), true, "a link to the man page");
  say("ok      installed");

  const first = await serve(machine);
  expect(first.ready.version, OLDER, "version");
  const project = await command(machine, ["add-project", "--name", "The Daily", "--environment", "dev", "--json"]);
  expect(typeof JSON.parse(project).api_key, "string", "add-project's key");
  const { article } = await saveAndDeliver(first.ready, token(machine), "Set on the older version");
  await shows(`${first.ready.console_url}/licences.txt`, "better-sqlite3");
  if (process.arch === "x64") {
    fs.mkdirSync(installed(REPLICA));
    fs.chmodSync(installed(REPLICA), 0o777);
    await copiesTo(first.ready, token(machine), machine.data.replace(DATA, REPLICA));
    say("ok      copied to a second folder by its Litestream");
  }
  await first.end();
  say("ok      started, an article saved and delivered");

  const said = await machine.sh(path.join(machine.unpacked, name, "install.sh"), []);
  if (!said.includes(`Before it was ${OLDER}`)) throw new Problem(`The upgrade did not say how to go back:\n${said}`);
  await machine.sh(path.join(machine.unpacked, name, "install.sh"), []);
  const second = await serve(machine);
  expect(second.ready.version, version, "version after the upgrade");
  await shows(`${second.ready.sandbox_url}/desk/${article}/vms_html`, "Set on the older version");
  await saveAndDeliver(second.ready, token(machine), "Set after the upgrade");
  await second.end();
  say("ok      upgraded with its data, twice");

  const backup = path.join(machine.data, "kept.zip");
  await command(machine, ["backup", backup]);
  const gone = await machine.sh("/opt/galley/current/uninstall.sh", []);
  if (!gone.includes(DATA)) throw new Problem(`The removal did not say where the data is:\n${gone}`);
  for (const left of ["/opt/galley", "/usr/local/bin/galley", UNIT, MANUAL])
    if (fs.lstatSync(installed(left), { throwIfNoEntry: false })) throw new Problem(`The removal left ${left}.`);
  for (const kept of ["galley.db", "config.json", "kept.zip"]) fs.accessSync(installed(`${DATA}/${kept}`));
  say("ok      removed, the data kept");
}

/** @param {string} tree the unpacked package */
function checkContents(tree) {
  const files = filesUnder(tree).map((file) => path.relative(tree, file));
  const strange = files.filter((file) => !ALLOWED.some((known) => known.test(file)));
  if (strange.length > 0) throw new Problem(`The package holds what it should not:\n${strange.join("\n")}`);
  for (const needed of ["node", "bin/galley", "lib/dist/main/cli.js", "lib/dist/web/console/index.html", "LICENSE"])
    if (!files.includes(needed)) throw new Problem(`The package lacks ${needed}.`);
  expect(files.filter((file) => file.endsWith(".node")).length, 1, "native modules");
  const ofMain = files.filter((file) => file.startsWith("lib/dist/main/"));
  const electron = ofMain.filter((file) =>
    /from ["']electron["']/.test(fs.readFileSync(path.join(tree, file), "utf8")),
  );
  if (electron.length > 0) throw new Problem(`The package holds the desktop app: ${electron.join(", ")}`);
  const { arch } = JSON.parse(fs.readFileSync(path.join(tree, "RELEASE.json"), "utf8"));
  expect(files.filter((file) => file.endsWith("/litestream")).length, arch === "x64" ? 1 : 0, "binaries of Litestream");
  const parts = JSON.parse(fs.readFileSync(path.join(tree, "sbom.cdx.json"), "utf8")).components;
  const named = parts.some((/** @type {{ name: string }} */ part) => part.name === LITESTREAM);
  expect(named, arch === "x64", "Litestream in the bill of materials");
  say(`ok      ${files.length} files, ${megabytes(sizeOf(tree))}, nothing else`);
}

/** @param {string} tree @param {string} older folder of the same package under an older version @param {string} version */
function makeOlder(tree, older, version) {
  fs.cpSync(tree, older, { recursive: true, verbatimSymlinks: true });
  for (const name of ["RELEASE.json", "lib/package.json"]) {
    const file = path.join(older, name);
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(`"version": "${version}"`, `"version": "${OLDER}"`));
  }
}

/** Installs by --root; the programs run as this user. @param {string} folder @returns {Machine} */
function folderAsMachine(folder) {
  const data = path.join(folder, DATA);
  fs.mkdirSync(folder);
  return {
    folder,
    data,
    unpacked: "/unpacked",
    env: { ...bareEnv(), GALLEY_DATA_DIR: data },
    asService: [path.join(folder, "opt/galley/current/bin/galley")],
    sh: (script, flags) => must("sh", [path.join(folder, script), "--root", folder, ...flags]),
    verifyUnit: async () => "",
  };
}

/** @param {string} folder @returns {Promise<Machine>} a Debian with nothing on it but what every Debian has */
async function cleanRoot(folder) {
  if (process.getuid?.() !== 0) throw new Problem("--clean-root takes root, for a root of its own.");
  say("Making a Debian (mmdebstrap --variant=minbase --include=systemd bookworm) …");
  await must("mmdebstrap", ["--quiet", "--variant=minbase", "--include=systemd", "bookworm", folder]);
  const within = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", `--root=${folder}`];
  return {
    folder,
    data: DATA,
    unpacked: "/root/unpacked",
    env: bareEnv(),
    asService: ["unshare", ...within, ...AS_GALLEY, "/usr/local/bin/galley"],
    sh: (script, flags) => must("unshare", [...within, "sh", script, ...flags]),
    verifyUnit: (unit) => must("unshare", [...within, "systemd-analyze", "verify", "--man=no", unit]),
  };
}

function bareEnv() {
  return { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", GALLEY_CONSOLE_PORT: "0", GALLEY_SANDBOX_PORT: "0" };
}

/** @param {Machine} machine */
function token(machine) {
  return fs.readFileSync(path.join(machine.folder, DATA, "console-token"), "utf8").trim();
}

/** @param {Machine} machine @param {string[]} args @returns {Promise<string>} its stdout */
function command({ asService: [program = "", ...before], env }, args) {
  return must(program, [...before, ...args], env);
}

/** @param {Machine} machine */
async function serve({ asService: [program = "", ...before], env }) {
  const child = spawn(program, [...before, "serve", "--json"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const line = await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended.then(() => [null])]);
  if (line[0] === null) throw new Problem("The service did not start; its words are above.");
  /** @type {import("./try-service.mjs").Ready} */
  const ready = JSON.parse(line[0]);
  return {
    ready,
    async end() {
      process.kill(program === "unshare" ? childOf(child.pid) : (child.pid ?? 0), "SIGTERM");
      expect((await ended)[0], 0, "exit code of the service");
    },
  };
}

/** @param {number | undefined} pid of unshare, which does not pass signals on @returns {number} of the service */
function childOf(pid) {
  return Number(fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"));
}

/** @param {string} program @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {Promise<string>} its stdout */
async function must(program, args, env = process.env) {
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Problem(`${output}${path.basename(program)} ${args.join(" ")} ended with ${code}.`);
  return output;
}

/** @param {unknown} value @param {unknown} wanted @param {string} what */
function expect(value, wanted, what) {
  const text = (/** @type {unknown} */ each) =>
    JSON.stringify(typeof each === "string" && each.startsWith("{") ? JSON.parse(each) : each);
  if (text(value) !== text(wanted)) throw new Problem(`${what}: ${text(value)}, not ${text(wanted)}`);
}
