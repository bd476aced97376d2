import fs from "node:fs";
import path from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "vitest";
import { nodeVersion } from "../../scripts/package/npm-binaries.mjs";
import { GO_MODULES, LITESTREAM_PARTS } from "../../scripts/third-party/licences.mjs";
import { makeSbom, NODE_PARTS } from "../../scripts/third-party/sbom.mjs";
import { ROOT, readJson } from "../support/project-files.ts";

const folders = ["better-sqlite3", "brotli", "express", "body-parser", "@mantine/core", "node-addon-api", "tslib"].map(
  (name) => `node_modules/${name}`,
);
const made = (changed: Partial<Parameters<typeof makeSbom>[0]> = {}) =>
  makeSbom({
    folders,
    runtime: { name: "node", version: "24.1.0" },
    litestream: true,
    date: 1_700_000_000,
    ...changed,
  });

test("the bill of materials is valid CycloneDX and lists packages with licence and hash", async () => {
  const text = made();
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
  const bom = JSON.parse(text);
  expect(bom.metadata.component).toMatchObject({ name: "galley", type: "application" });
  expect(bom.metadata.timestamp).toBe("2023-11-14T22:13:20.000Z");

  const express = readJson("package-lock.json").packages["node_modules/express"];
  const hash = Buffer.from(express.integrity.replace("sha512-", ""), "base64").toString("hex");
  const named = (name: string) => bom.components.find((component: { name: string }) => component.name === name);
  expect(named("express")).toMatchObject({
    purl: `pkg:npm/express@${express.version}`,
    licenses: [{ license: { id: "MIT" } }],
    hashes: [{ alg: "SHA-512", content: hash }],
  });
  expect(named("@mantine/core").purl).toMatch(/^pkg:npm\/%40mantine\/core@/);
  expect(named("brotli").licenses).toEqual([{ expression: "MIT AND Apache-2.0" }]);
  expect(named("SQLite").cpe).toMatch(/^cpe:2\.3:a:sqlite:sqlite:3\.\d+\.\d+:/);
  expect(named("Node.js")).toMatchObject({ type: "platform", version: "24.1.0" });
  const needs = (ref: string) => bom.dependencies.find((each: { ref: string }) => each.ref.startsWith(ref)).dependsOn;
  expect(needs("pkg:npm/express@")).toEqual([named("body-parser").purl]);
});

test("the serial number depends only on the content", () => {
  const serial = (text: string) => JSON.parse(text).serialNumber;
  expect(made()).toBe(made({ folders: [...folders].reverse() }));
  expect(serial(made())).toMatch(/^urn:uuid:[0-9a-f-]{36}$/);
  expect(serial(made({ folders: folders.slice(1) }))).not.toBe(serial(made()));
  expect(serial(made({ runtime: { name: "electron", version: "45.0.0" } }))).not.toBe(serial(made()));
});

test("only the bill of the server package lists the parts of Node", () => {
  const bom = JSON.parse(made({ litestream: false }));
  for (const [name, vendor] of Object.entries({ OpenSSL: "openssl", V8: "google", ICU: "unicode" }))
    expect(bom.components.find((each: { name: string }) => each.name === name)?.cpe).toContain(`:a:${vendor}:`);
  expect(bom.components.filter(({ cpe = "" }) => cpe.includes(":sqlite:sqlite:"))).toHaveLength(2);
  expect(made({ runtime: { name: "electron", version: "45.0.0" } })).not.toContain("OpenSSL");
});

test("lists Litestream and its parts only if the package contains it", () => {
  const { components, dependencies } = JSON.parse(made());
  const ref = "pkg:golang/github.com/benbjohnson/litestream@v0.3.13";
  expect(components.find((each: { purl: string }) => each.purl === ref).licenses).toEqual([
    { license: { id: "Apache-2.0" } },
  ]);
  const { dependsOn } = dependencies.find((each: { ref: string }) => each.ref === ref);
  expect(dependsOn).toEqual(
    expect.arrayContaining(["pkg:golang/golang.org/x/crypto@v0.12.0", "pkg:generic/go@1.21.3"]),
  );
  expect(components.filter(({ cpe = "" }) => cpe.includes(":sqlite:sqlite:"))).toHaveLength(3);
  expect(made({ litestream: false })).not.toMatch(/golang|glibc/);
});

test.runIf(process.platform === "linux" && process.arch === "x64")(
  "the listed modules of Litestream match its binary",
  () => {
    const binary = fs.readFileSync(path.join(ROOT, "node_modules/@flydotio/litestream-linux-x64/litestream"), "latin1");
    const modules = [...binary.matchAll(/dep\t(\S+)\t(v\S+)\t/g)].map(([, name, version]) => `${name}@${version}`);
    expect([...new Set(modules)].sort()).toEqual(Object.keys(GO_MODULES).sort());
    expect(binary).toContain(`go${LITESTREAM_PARTS.go.version}\u0093`);
  },
);

test.runIf(process.version === `v${nodeVersion("x64")}`)(
  "the listed parts of Node have the versions of the packaged Node",
  () => {
    const versions = Object.keys(NODE_PARTS).map((name) => [name, process.versions[name]?.replace(/-.*/, "")]);
    expect(Object.entries(NODE_PARTS).map(([name, { version }]) => [name, version])).toEqual(versions);
  },
);
