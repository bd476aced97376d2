/** The installed files of the deb and the rpm. */
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../lib/project.mjs";

const APP = "usr/lib/galley";
const ICONS = [16, 32, 48, 64, 128, 256, 512];

/** @type {Record<string, string>} file of resources/linux → installed path */
const INSTALLED = {
  "galley.service": "usr/lib/systemd/system/galley.service",
  "galley.sysusers": "usr/lib/sysusers.d/galley.conf",
  "galley.default": "etc/default/galley",
  "galley.desktop": "usr/share/applications/galley.desktop",
  "org.galley.Galley.metainfo.xml": "usr/share/metainfo/org.galley.Galley.metainfo.xml",
  "galley.apparmor": `${APP}/apparmor-profile`,
  "after-install.sh": `${APP}/bin/after-install`,
  "before-remove.sh": `${APP}/bin/before-remove`,
};

/** @type {Record<string, string>} file of resources/linux/completions → installed path below share/ */
export const COMPLETIONS = {
  "galley.bash": "bash-completion/completions/galley",
  "galley.zsh": "zsh/site-functions/_galley",
  "galley.fish": "fish/vendor_completions.d/galley.fish",
};

/** Debian's zsh reads this path instead. */
const ZSH_OF_DEBIAN = "zsh/vendor-completions/_galley";

/** Pages that Galley's messages refer to. */
export const ADMINS_PAGES = ["installing.md", "operating.md", "security.md"];

/** Kept by an upgrade. */
export const CONFIG_FILES = ["/etc/default/galley"];

/**
 * @param {string} packed electron-builder's folder
 * @param {string} tree replaced if it exists
 * @param {number} date seconds since 1970, for every file
 */
export function makeLinuxTree(packed, tree, date) {
  fs.rmSync(tree, { recursive: true, force: true });
  const put = (/** @type {string} */ from, /** @type {string} */ to) => {
    fs.mkdirSync(path.dirname(path.join(tree, to)), { recursive: true });
    fs.copyFileSync(from, path.join(tree, to));
  };
  fs.cpSync(packed, path.join(tree, APP), { recursive: true, verbatimSymlinks: true });
  for (const [name, to] of Object.entries(INSTALLED)) put(path.join(root, "resources", "linux", name), to);
  const completions = path.join(root, "resources", "linux", "completions");
  for (const [name, to] of Object.entries(COMPLETIONS)) put(path.join(completions, name), `usr/share/${to}`);
  put(path.join(completions, "galley.zsh"), `usr/share/${ZSH_OF_DEBIAN}`);
  const icons = path.join(root, "resources", "icons");
  for (const size of ICONS)
    put(path.join(icons, `${size}x${size}.png`), `usr/share/icons/hicolor/${size}x${size}/apps/galley.png`);
  put(path.join(icons, "galley.svg"), "usr/share/icons/hicolor/scalable/apps/galley.svg");

  const docs = path.join(tree, "usr", "share", "doc", "galley");
  writeZipped(path.join(docs, "changelog.gz"), fs.readFileSync(path.join(root, "CHANGELOG.md")));
  fs.writeFileSync(path.join(docs, "copyright"), copyright());
  for (const name of ADMINS_PAGES) put(path.join(root, "docs", name), `usr/share/doc/galley/${name}`);
  put(path.join(root, "resources", "grafana-dashboard.json"), "usr/share/doc/galley/grafana-dashboard.json");
  writeZipped(
    path.join(tree, "usr", "share", "man", "man1", "galley.1.gz"),
    fs.readFileSync(path.join(root, "resources", "linux", "galley.1")),
  );
  const licences = path.join(packed, "resources", "THIRD-PARTY-LICENSES.txt");
  if (fs.existsSync(licences)) writeZipped(path.join(docs, "THIRD-PARTY-LICENSES.txt.gz"), fs.readFileSync(licences));

  fs.mkdirSync(path.join(tree, "usr", "bin"));
  fs.symlinkSync("../lib/galley/bin/galley", path.join(tree, "usr", "bin", "galley"));
  normalise(tree, date);
}

function copyright() {
  const licence = fs.readFileSync(path.join(root, "LICENSE"), "utf8").trim();
  const lines = licence.split("\n").map((line) => ` ${line.trim() || "."}`);
  return fs
    .readFileSync(path.join(root, "resources", "linux", "copyright"), "utf8")
    .replace("@HOLDER@", /^Copyright \(c\) (.+)$/m.exec(licence)?.[1] ?? "see below")
    .replace("@LICENCE@", lines.join("\n"));
}

/** @param {string} file @param {Buffer} content */
export function writeZipped(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, gzipSync(content, { level: 9 }));
}

/** Sets fixed modes and one date on all files. @param {string} folder @param {number} date seconds since 1970 */
export function normalise(folder, date) {
  for (const name of fs.readdirSync(folder).sort()) {
    const at = path.join(folder, name);
    const stat = fs.lstatSync(at);
    if (stat.isSymbolicLink()) fs.lutimesSync(at, date, date);
    else if (stat.isDirectory()) normalise(at, date);
    else {
      fs.chmodSync(at, stat.mode & 0o111 ? 0o755 : 0o644);
      fs.utimesSync(at, date, date);
    }
  }
  fs.chmodSync(folder, 0o755);
  fs.utimesSync(folder, date, date);
}
