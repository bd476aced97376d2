import { expect, test } from "vitest";
import { read } from "../support/project-files.ts";

/** Name and argument of each instruction, its lines joined. */
const instructions = read("resources/container/Containerfile")
  .replaceAll(/^\s*#.*\n/gm, "")
  .replaceAll(/\\\n\s*/g, " ")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => /^([A-Z]+) +(.+)$/.exec(line)?.slice(1) as [string, string]);
const all = (name: string) => instructions.filter(([each]) => each === name).map(([, argument]) => argument);
/** Instructions of the image itself, after the last FROM. */
const last = instructions.slice(instructions.findLastIndex(([name]) => name === "FROM"));

test("the Containerfile tags its base image and copies everything else from the package", () => {
  expect(all("ARG")[0]).toMatch(/^BASE=[\w./-]+:(?!latest)[\w.-]+$/);
  for (const from of all("FROM")) expect(from).toMatch(/^\$\{BASE\}( AS unpacked)?$/);
  expect(all("ADD")).toEqual([]);
  expect(all("RUN").join("\n")).not.toMatch(/\b(curl|wget|apt|apt-get|npm|sudo|chmod 777)\b/);
  expect(all("RUN")[0]).toMatch(/^set -eu;.*sha256sum --check --strict/);
});

test("the image runs as an unprivileged user, writes only to /data, and has a health check", () => {
  const [, user] = last.findLast(([name]) => name === "USER") ?? [];
  expect(user).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
  expect(all("VOLUME")).toEqual(['["/data"]']);
  expect(all("ENV")[0]).toContain("GALLEY_DATA_DIR=/data");
  expect(all("ENV").join()).not.toMatch(/CONSOLE_HOST|TOKEN|SECRET|PASSWORD/);
  for (const name of ["ENTRYPOINT", "CMD"]) expect(JSON.parse(all(name)[0] ?? ""), name).toBeInstanceOf(Array);
  expect(all("HEALTHCHECK")[0]).toMatch(/ CMD \[.+\/readyz/);
  const labels = all("LABEL").join();
  for (const label of ["title", "description", "licenses", "version"])
    expect(labels).toContain(`org.opencontainers.image.${label}=`);
});
