import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../../server/core/runtime.ts";
import { probeTarget, resultOf } from "../../../server/replica/drill.ts";
import { findLitestream, findRclone } from "../../../server/replica/programs.ts";
import { openTarget, parseTarget, requireOutside } from "../../../server/replica/target.ts";
import { temporaryFolder } from "../../support/appliance.ts";

const SSH = path.join(os.homedir(), ".ssh");

test.each([
  ["/mnt/replica/", { kind: "folder", shown: "/mnt/replica", folder: "/mnt/replica" }],
  ["rclone:vault:galley/", { kind: "rclone", shown: "rclone:vault:galley/", remote: "vault:galley" }],
])("reads %s", (text, target) => {
  expect(parseTarget(text)).toEqual(target);
});

test("gives rclone the user, port, path and known hosts of an SFTP target", () => {
  const { remote } = parseTarget("sftp://galley@backup.example.org:2222/srv/replica") as { remote: string };
  expect(remote).toMatch(/^:sftp,host="backup\.example\.org",user="galley",port="2222",.*:\/srv\/replica$/);
  expect(remote).toContain(`known_hosts_file="${SSH}/known_hosts"`);
});

test("gives rclone the bucket, endpoint and region of an S3 target, and no credentials", () => {
  const text = "s3://bucket/a/b?endpoint=https%3A%2F%2Fs3.example.org&region=eu-1";
  expect((parseTarget(text) as { remote: string }).remote).toBe(
    ':s3,provider="Other",env_auth="true",endpoint="https://s3.example.org",region="eu-1",no_check_bucket="true":bucket/a/b',
  );
});

test.each([
  ["", "target_kind"],
  ["replica", "target_kind"],
  ["http://host/path", "target_kind"],
  ["sftp://host/path", "target_kind"],
  ["sftp://user@host/", "target_kind"],
  ["s3://bucket?key=secret", "target_kind"],
  ["rclone::local,x=y:/", "target_kind"],
  ["/mnt/a\nb", "target_kind"],
  ["sftp://user:password@host/path", "target_password"],
  ["s3://key:secret@bucket/a", "target_password"],
])("refuses %j", (text, code) => {
  expect(() => parseTarget(text)).toThrow(
    expect.objectContaining({ sentence: expect.objectContaining({ code: `replica.${code}` }) }),
  );
});

test("refuses a folder inside the data folder, and a parent of it", () => {
  const refused = expect.objectContaining({ sentence: expect.objectContaining({ code: "replica.target_own" }) });
  for (const folder of ["/srv/galley/data", "/srv/galley/data/replica", "/srv"])
    expect(() => requireOutside(parseTarget(folder), "/srv/galley/data"), folder).toThrow(refused);
  expect(() => requireOutside(parseTarget("/srv/galley/data-copy"), "/srv/galley/data")).not.toThrow();
});

/** A folder for PATH with one file. */
function folderWith(name: string, mode: number, version = "v0.3.13"): string {
  const bin = temporaryFolder();
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\necho ${version}\n`, { mode });
  return bin;
}

const pathOf = (...folders: string[]) => ({ PATH: folders.join(path.delimiter) });

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "prefers the Litestream 0.3.13 that npm installs to the one on PATH",
  () => {
    const found = findLitestream(pathOf(folderWith("litestream", 0o755)));
    expect(found).toMatch(/@flydotio[\\/]litestream-linux-x64[\\/]litestream$/);
    expect(execFileSync(found ?? "", ["version"], { encoding: "utf8" })).toBe("v0.3.13\n");
  },
);

test("uses the first program on PATH without an npm package, unless it writes another format", () => {
  const [first, second] = [folderWith("litestream", 0o755), folderWith("litestream", 0o755)];
  expect(findLitestream(pathOf(first, second), "linux-riscv64")).toBe(path.join(first, "litestream"));
  expect(findLitestream(pathOf(folderWith("litestream", 0o755, "0.5.2")), "linux-riscv64")).toBeNull();
});

test("ignores folders, files that are not executable, and relative entries of PATH", () => {
  const executable = folderWith("rclone", 0o755);
  const folder = temporaryFolder();
  fs.mkdirSync(path.join(folder, "rclone"));
  const relative = path.relative(process.cwd(), folderWith("rclone", 0o755));
  const env = pathOf("", relative, path.join(folder, "missing"), folder, folderWith("rclone", 0o644), executable);
  expect(findRclone(env)).toBe(path.join(executable, "rclone"));
});

test("finds nothing without a program, and nothing on Windows", () => {
  expect(findLitestream({}, "linux-riscv64")).toBeNull();
  expect(findRclone({ PATH: temporaryFolder() })).toBeNull();
  const windows = pathOf(folderWith("litestream", 0o755), folderWith("rclone", 0o755));
  expect(findLitestream(windows, "win32-x64")).toBeNull();
  expect(findRclone(windows, "win32-x64")).toBeNull();
});

test("a probe of the target names a Litestream that ends, at once", async () => {
  const [folder, target] = [path.join(temporaryFolder(), "test"), temporaryFolder()];
  const env = process.env;
  const store = openTarget(parseTarget(target), { folder, clock: systemClock, env });
  const litestream = path.join(folderWith("litestream", 0o755, "no such option"), "litestream");
  const proof = { litestream, env, clock: systemClock, store, target, folder };
  const { signal } = new AbortController();
  await expect(resultOf(proof, () => probeTarget(proof, signal), signal)).resolves.toEqual({
    ok: false,
    detail: expect.objectContaining({
      detail: `Copying to ${target} failed: Litestream ended unexpectedly: no such option.`,
    }),
  });
  expect([fs.existsSync(folder), fs.readdirSync(target)]).toEqual([false, []]);
});
