import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { parseTarget, requireOutside } from "../../../server/replica/target.ts";

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
