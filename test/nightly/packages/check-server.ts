/**
 * `npm run package:server-check [-- FILE.tar.gz] [--clean-root]`: checks a server package, by default of this commit: its
 * content, installation, delivery of an article, upgrade and removal. It runs in a folder, or with --clean-root as root in a
 * new Debian (mmdebstrap), where the service has its own user.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import {
  filesUnder,
  megabytes,
  projectEnv,
  projectNode,
  root,
  runMain,
  say,
  sizeOf,
} from "../../../scripts/lib/project.mjs";
import { type Site, startSite } from "../../support/site.ts";
import { inside, makeCleanRoot, noCleanRoot, runInside } from "./clean-root.ts";
import { mustCopy, mustStillServe, type Running, saveAndDeliver, whileRunning } from "./running.ts";
import { must, tool } from "./steps.ts";

/** The only files that the package may contain. */
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

/** Version of a copy that is upgraded. */
const OLDER = "0.0.1";
const DATA = "/var/lib/galley";
const UNIT = "/etc/systemd/system/galley.service";
const MANUAL = "/usr/local/share/man/man1/galley.1";
/** Without --port, which config.json sets. */
const SERVE = ["serve", "--console-port=0", "--sandbox-port=0", "--json"];

/** A folder or system where Galley is installed. */
interface Machine {
  /** Runs a script as root. @returns its output */
  sh(script: string, ...flags: string[]): Promise<string>;
  /** Checks the unit with systemd, if there is one. */
  verifyUnit(): Promise<void>;
  /** A command line that runs as the service's user. */
  asService(words: string[]): [program: string, args: string[]];
  env: NodeJS.ProcessEnv;
  /** Path of its root on this machine. */
  folder: string;
  /** Path of the data folder inside. */
  data: string;
}

runMain(async () => {
  const { values, positionals } = parseArgs({ options: { "clean-root": { type: "boolean" } }, allowPositionals: true });
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "galley-server-check-"));
  const site = await startSite();
  try {
    const archive = positionals[0] === undefined ? await packed(work) : path.resolve(positionals[0]);
    const folder = path.join(work, "root");
    await prove(archive, values["clean-root"] ? await cleanRoot(folder) : folderAsMachine(folder), site);
  } finally {
    await site.close();
    fs.rmSync(work, { recursive: true, force: true });
  }
  return 0;
});

/** Packs this work tree for this machine. @returns the archive */
async function packed(work: string): Promise<string> {
  const script = path.join(root, "scripts", "package-server.mjs");
  await tool(projectNode(), [script, "--out", work], projectEnv());
  return path.join(work, fs.readdirSync(work).find((name) => name.endsWith(".tar.gz")) ?? "");
}

async function prove(archive: string, machine: Machine, site: Site): Promise<void> {
  const at = (file: string) => path.join(machine.folder, file);
  const unpacked = at("/root/unpacked");
  fs.mkdirSync(unpacked, { recursive: true });
  await tool("tar", ["-xzf", archive, "-C", unpacked]);
  const [name = ""] = fs.readdirSync(unpacked);
  const tree = path.join(unpacked, name);
  checkContents(tree);
  const { version } = jsonOf(tree, "RELEASE.json");
  makeOlder(tree, path.join(unpacked, "older"), version);

  await machine.sh("/root/unpacked/older/install.sh", "--port", "0");
  must(jsonOf(at(DATA), "config.json").port === 0, "config.json has another port");
  must((fs.statSync(at(DATA)).mode & 0o777) === 0o700, `${DATA} is accessible to others`);
  const unit = fs.readFileSync(at(UNIT), "utf8");
  must(/^ExecStart=\/opt\/galley\/current\/bin\/galley serve$/m.test(unit), "the unit starts another program");
  await machine.verifyUnit();
  must(fs.lstatSync(at(MANUAL)).isSymbolicLink(), "there is no link to the man page");
  say("ok      installed");

  const serve = <T>(work: (galley: Running) => Promise<T>) =>
    whileRunning(...machine.asService(SERVE), machine.env, work);
  const command = (...words: string[]) => tool(...machine.asService(words), machine.env);
  const delivered = await serve(async (galley) => {
    must(galley.version === OLDER, `the version is ${galley.version}`);
    const project = await command("add-project", "--name", "The Daily", "--environment", "dev", "--json");
    must(typeof JSON.parse(project).api_key === "string", `add-project returned no key: ${project}`);
    must((await (await fetch(`${galley.consoleUrl}/licences.txt`)).text()).includes("better-sqlite3"), "no licences");
    must((await fetch(galley.sandboxUrl)).ok, "the sample site does not respond");
    if (process.arch === "x64") {
      await mustCopy(galley, at(DATA), machine.data);
      say("ok      copied to a replica with its Litestream");
    }
    return saveAndDeliver(galley, at(DATA), site);
  });
  say("ok      started, saved and delivered an article");

  const upgrade = await machine.sh(`/root/unpacked/${name}/install.sh`);
  must(upgrade.includes(`The previous version ${OLDER}`), `the upgrade does not say how to roll back: ${upgrade}`);
  await machine.sh(`/root/unpacked/${name}/install.sh`);
  await serve(async (galley) => {
    must(galley.version === version, `the version after the upgrade is ${galley.version}`);
    await mustStillServe(galley, site, delivered);
    await saveAndDeliver(galley, at(DATA), site);
  });
  say("ok      upgraded with its data, twice");

  await command("backup", path.join(machine.data, "kept.zip"));
  const removal = await machine.sh("/opt/galley/current/uninstall.sh");
  must(removal.includes(DATA), `the removal does not say where the data is: ${removal}`);
  for (const left of ["/opt/galley", "/usr/local/bin/galley", UNIT, MANUAL])
    must(!fs.lstatSync(at(left), { throwIfNoEntry: false }), `the removal left ${left}`);
  for (const kept of ["galley.db", "config.json", "kept.zip"]) fs.accessSync(at(`${DATA}/${kept}`));
  say("ok      removed without its data");
}

const jsonOf = (folder: string, name: string) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8"));

function checkContents(tree: string): void {
  const files = filesUnder(tree).map((file) => path.relative(tree, file));
  const unexpected = files.filter((file) => !ALLOWED.some((pattern) => pattern.test(file)));
  must(unexpected.length === 0, `the package contains unexpected files: ${unexpected.join(", ")}`);
  for (const needed of ["node", "bin/galley", "lib/dist/main/cli.js", "lib/dist/web/console/index.html", "LICENSE"])
    must(files.includes(needed), `the package lacks ${needed}`);
  must(files.filter((file) => file.endsWith(".node")).length === 1, "expected one native module");
  const electron = files
    .filter((file) => file.startsWith("lib/dist/main/"))
    .filter((file) => /from ["']electron["']/.test(fs.readFileSync(path.join(tree, file), "utf8")));
  must(electron.length === 0, `the package contains the desktop app: ${electron.join(", ")}`);
  // package-lock.json has it only for x64.
  const expected = jsonOf(tree, "RELEASE.json").arch === "x64" ? 1 : 0;
  const binaries = files.filter((file) => file.endsWith("/litestream")).length;
  const parts: { name: string }[] = jsonOf(tree, "sbom.cdx.json").components;
  const listed = parts.filter((part) => part.name === LITESTREAM).length;
  const counted = `${binaries} binaries of Litestream, ${listed} in the bill of materials`;
  must(binaries === expected && listed === expected, counted);
  say(`ok      ${files.length} files, ${megabytes(sizeOf(tree))}, only allowed ones`);
}

/** Copies the package with an older version. */
function makeOlder(tree: string, older: string, version: string): void {
  fs.cpSync(tree, older, { recursive: true, verbatimSymlinks: true });
  for (const name of ["RELEASE.json", "lib/package.json"]) {
    const file = path.join(older, name);
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(`"version": "${version}"`, `"version": "${OLDER}"`));
  }
}

/** Installs with --root; programs run as this user. */
function folderAsMachine(folder: string): Machine {
  const data = path.join(folder, DATA);
  return {
    folder,
    data,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", GALLEY_DATA_DIR: data },
    asService: (words) => [path.join(folder, "opt/galley/current/bin/galley"), words],
    sh: (script, ...flags) => tool("sh", [path.join(folder, script), "--root", folder, ...flags]),
    verifyUnit: async () => {},
  };
}

/** A minimal Debian. */
async function cleanRoot(folder: string): Promise<Machine> {
  const obstacle = await noCleanRoot();
  must(obstacle === null, `--clean-root: ${obstacle}`);
  say("Creating a Debian (mmdebstrap) …");
  await makeCleanRoot(folder, "bookworm");
  const asRoot = (...words: string[]) => runInside(folder, root, words);
  return {
    folder,
    data: DATA,
    env: process.env,
    asService: (words) => ["unshare", inside(folder, root, "galley:galley", ["/usr/local/bin/galley", ...words])],
    sh: (script, ...flags) => asRoot("sh", script, ...flags),
    verifyUnit: async () => void (await asRoot("systemd-analyze", "verify", "--man=no", UNIT)),
  };
}
