/**
 * `node scripts/words.mjs [path …]`: reports banned words of the glossary in code, tests and docs, and commit subjects
 * that are too long. Paths limit the check to the files below them.
 */
import fs from "node:fs";
import path from "node:path";
import { bannedWordsIn, isChecked } from "./lib/banned-words.mjs";
import { filesUnder, root, run, say } from "./lib/project.mjs";

const MAX_SUBJECT = 72;
/** The rule for subjects applies to later commits. */
const SUBJECTS_SINCE = "2026-11-22T21:38:00Z";

const only = process.argv.slice(2);
const files = ["server", "main", "renderer", "scripts", "test", "docs", "README.md", "CONTRIBUTING.md", "SECURITY.md"]
  .flatMap((name) =>
    fs.statSync(path.join(root, name)).isDirectory() ? filesUnder(path.join(root, name)) : [path.join(root, name)],
  )
  .map((file) => path.relative(root, file).replaceAll(path.sep, "/"))
  .filter((file) => isChecked(file) && (only.length === 0 || only.some((part) => file.startsWith(part))));

const faults = files.flatMap((file) =>
  bannedWordsIn(file, fs.readFileSync(path.join(root, file), "utf8")).map(
    ({ line, found, say }) => `${file}:${line} “${found}”: ${say}`,
  ),
);

const { code, output } = await run("git", ["log", "--format=%aI%x09%s"], { cwd: root, collect: true });
// A source package has no Git history.
if (code === 0 && only.length === 0)
  for (const line of output.split("\n")) {
    const [date = "", subject = ""] = line.split("\t");
    if (Date.parse(date) > Date.parse(SUBJECTS_SINCE) && subject.length > MAX_SUBJECT)
      faults.push(`commit “${subject}” has ${subject.length} characters; the limit is ${MAX_SUBJECT}`);
  }

for (const fault of faults) say(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
