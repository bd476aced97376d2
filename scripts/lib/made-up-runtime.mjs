/**
 * A folder in the place of the Electron runtime, for machines where that cannot be had: packing, fuses and the content
 * of app.asar can be checked with it. What is packed this way says so when it is started, and does nothing else.
 */
import fs from "node:fs";
import path from "node:path";

/** Where @electron/fuses finds the fuses in an executable: this, the version 1, their number, then one byte for each. */
const SENTINEL = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";
const FUSES = 9;
const FUSE_OFF = "0";

/**
 * @param {string} folder is made anew
 * @param {string} version of Electron
 */
export function makeUpRuntime(folder, version) {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const name of ["resources", "locales"]) fs.mkdirSync(path.join(folder, name), { recursive: true });
  const script = `#!/bin/sh
echo "This folder was packed without the Electron runtime, to check its content. It cannot be started." >&2
exit 1
`;
  const wire = Buffer.concat([Buffer.from(SENTINEL), Buffer.from([1, FUSES]), Buffer.from(FUSE_OFF.repeat(FUSES))]);
  fs.writeFileSync(
    path.join(folder, "electron"),
    Buffer.concat([Buffer.from(`${script}# `), wire, Buffer.from("\n")]),
    { mode: 0o755 },
  );
  fs.writeFileSync(path.join(folder, "locales", "en-US.pak"), "");
  fs.writeFileSync(path.join(folder, "version"), version);
  fs.writeFileSync(path.join(folder, "LICENSE"), "No runtime, no licence of it.\n");
}
