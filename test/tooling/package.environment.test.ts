/** The arguments and environment of electron-builder in `npm run package`, printed by a replacement program. */
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { read } from "../support/project-files.ts";
import { projectWithPages, type ToolingProject } from "./project.ts";

const VERSION = "45.0.0";
const EM_X86_64 = 62;
const EM_AARCH64 = 183;

let project: ToolingProject;
beforeEach(() => {
  project = projectWithPages();
  const json = (name: string, content: object) => project.write(name, JSON.stringify(content));
  json("package.json", { name: "small", version: "1.2.3", type: "module", main: "dist/main/main.js" });
  json("node_modules/electron/package.json", { name: "electron", version: VERSION });
  json("node_modules/electron-builder/package.json", { name: "electron-builder" });
  json("node_modules/7zip-bin/package.json", { name: "7zip-bin", main: "index.js" });
  project.write("node_modules/7zip-bin/index.js", "exports.path7za = __filename;");
  project.write(
    "node_modules/electron-builder/cli.js",
    `const names = Object.keys(process.env).filter((name) => /CSC|APPLE/.test(name)).sort();
     console.log(JSON.stringify({ names, args: process.argv.slice(2) }));
     process.exit(3);`,
  );
  project.write("CHANGELOG.md", "# Changelog\n\n## 1.2.3\n\n- New.\n");
  project.write("LICENSE", "MIT\n");
  const elf = Buffer.alloc(4096);
  elf.write("\x7fELF", "latin1");
  elf.writeUInt16LE(process.arch === "arm64" ? EM_AARCH64 : EM_X86_64, 18);
  project.write("runtime/version", VERSION);
  fs.writeFileSync(path.join(project.folder, "runtime", "electron"), elf);
});

test.runIf(process.platform === "linux")("does not pass empty secrets to electron-builder", async () => {
  const { code, stderr } = await project.run("scripts/package.mjs", ["--linux", "dir"], {
    GALLEY_ELECTRON_DIST: path.join(project.folder, "runtime"),
    ...{ CSC_LINK: "", CSC_KEY_PASSWORD: "", WIN_CSC_LINK: "", APPLE_ID: "", APPLE_TEAM_ID: "" },
    ...{ CSC_NAME: "Galley", WIN_CSC_KEY_PASSWORD: "secret" },
  });
  expect(code).toBe(1);
  const given = JSON.parse(stderr.split("\n").find((line) => line.startsWith("{")) ?? "null");
  expect(given, stderr).toMatchObject({
    names: ["CSC_NAME", "WIN_CSC_KEY_PASSWORD"],
    args: expect.arrayContaining(["--linux", "dir"]),
  });
});

test.runIf(process.platform === "linux")(
  "packs the prebuild instead of a locally compiled database module, and reports it",
  async () => {
    const installed = path.join(project.folder, "node_modules", "better-sqlite3");
    const own = fs.realpathSync(installed);
    fs.rmSync(installed);
    fs.cpSync(own, installed, { recursive: true, filter: (file) => !file.includes("/deps") });
    project.write("node_modules/better-sqlite3/build/Release/better_sqlite3.node", "");
    const { stderr } = await project.run("scripts/package.mjs", ["--linux", "dir"], {
      GALLEY_ELECTRON_DIST: path.join(project.folder, "runtime"),
    });
    expect(stderr).toContain(
      "better-sqlite3 was compiled here (npm run rebuild). The package takes its prebuild instead.\n",
    );
    expect([...read("electron-builder.yml").matchAll(/better-sqlite3\/(\S+)/g)].map(([, what]) => what)).toEqual([
      ...["{package.json,LICENSE}", "lib/**"],
      ...["linux", "darwin", "win32"].map((system) => `prebuilds/${system}-\${arch}.node`),
    ]);
  },
);
