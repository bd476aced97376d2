/** Runs `npm ci` only if node_modules does not match package-lock.json. */
import fs from "node:fs";
import path from "node:path";
import { hashOf, Problem, projectNode, readIfPresent, root, run, say } from "./project.mjs";

/** Limits npm's wait for a registry to seconds, unless npm is configured differently. */
const RETRIES = ["retries=3", "retry-factor=3", "retry-mintimeout=700", "retry-maxtimeout=6000"].map(
  (setting) => `--fetch-${setting}`,
);

/** What to do about an error in npm's output. @type {[RegExp, string][]} */
const REMEDIES = [
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT)\b/,
    "Connect this machine to the npm registry, or set one that it can reach (npm config set registry URL).",
  ],
  [
    /package-lock\.json.*in sync|existing package-lock\.json/s,
    `Run "npm install" once and keep its package-lock.json.`,
  ],
  [/\bE(401|403)\b/, `Log in to the npm registry with "npm login".`],
  [/\bE404\b/, "Set a registry that has all packages of package-lock.json (npm config set registry URL)."],
  [/\bENOSPC\b/, "Free some space: node_modules needs about 600 MB."],
  [/\b(EACCES|EPERM|EROFS)\b/, `Start as the user who owns ${root}.`],
  [/\bEINTEGRITY\b/, `A package does not match package-lock.json: run "npm cache clean --force".`],
];

/** Installs missing packages. The caller holds the lock. @throws {Problem} after the output of npm */
export async function ensureDependencies() {
  const stamp = path.join(root, "node_modules", ".galley-stamp");
  const expected = `${process.platform}-${process.arch} ${hashOf(root, ["package-lock.json"])}`;
  if (readIfPresent(stamp) === expected) return;
  if (!matchesLock()) {
    const started = Date.now();
    say("Installing packages (npm ci), which takes about 30 s the first time.");
    await npmCi();
    say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  }
  projectNode();
  fs.mkdirSync(path.dirname(stamp), { recursive: true });
  fs.writeFileSync(stamp, expected);
}

async function npmCi() {
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline", "--loglevel=error"];
  const flags = ["--include=dev", "--include=optional", ...quiet];
  if (process.env.npm_config_fetch_retries === undefined) flags.push(...RETRIES);
  const [command, ...args] = npm();
  // npm before 11 ignores allowScripts in package.json and would run a package's analytics script.
  const env = { ...process.env, SCARF_ANALYTICS: "false" };
  const { code, output } = await run(command, [...args, "ci", ...flags], { collect: true, env });
  if (code === 0) return;
  const [, remedy = "Its output is above."] = REMEDIES.find(([pattern]) => pattern.test(output)) ?? [];
  throw new Problem(`${output.trimEnd()}\nnpm ci failed (code ${code}). ${remedy} Then start again.`);
}

/** npm's command line, on a Node outside node_modules, since `npm ci` deletes that folder. @returns {[string, ...string[]]} */
function npm() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => folder && !isInside(folder));
  const node = folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file)) ?? process.execPath;
  const started = process.env.npm_execpath ?? "";
  const candidates = [
    started,
    path.join(path.dirname(fs.realpathSync(node)), "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    path.join(path.dirname(node), "node_modules", "npm", "bin", "npm-cli.js"),
  ];
  const cli = candidates.find((file) => path.basename(file) === "npm-cli.js" && fs.existsSync(file));
  if (cli) return [node, cli];
  const onPath = folders.map((folder) => path.join(folder, "npm")).find((file) => fs.existsSync(file));
  if (onPath === undefined || process.platform === "win32")
    throw new Problem("npm is not on PATH. Install Node with npm from nodejs.org, then start again.");
  return [onPath];
}

/** @param {string} folder */
function isInside(folder) {
  const relative = path.relative(path.join(root, "node_modules"), folder);
  return !relative.startsWith("..") && !path.isAbsolute(relative);
}

/** Whether all packages of the lock file are installed, for example by a manual `npm ci`. */
function matchesLock() {
  const hidden = path.join(root, "node_modules", ".package-lock.json");
  if (!fs.existsSync(hidden)) return false;
  const installed = packagesOf(hidden);
  return Object.entries(packagesOf(path.join(root, "package-lock.json"))).every(([at, entry]) => {
    if (at === "") return true;
    const found = installed[at];
    if (found === undefined) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && found.integrity === entry.integrity && fs.existsSync(path.join(root, at));
  });
}

/** @param {string} file @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>} */
function packagesOf(file) {
  return JSON.parse(fs.readFileSync(file, "utf8")).packages ?? {};
}
