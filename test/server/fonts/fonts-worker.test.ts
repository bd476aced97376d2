import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "vite";
import { expect, it } from "vitest";
import { mainConfig } from "../../../vite.main.config.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { ttf } from "../../support/sample-fonts.ts";

it("reads and packs a font in the bundle, without node_modules", { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const config = mainConfig(folder);
  const entry = path.join(import.meta.dirname, "../../../server/fonts/font-inspection.ts");
  await build({ ...config, build: { ...config.build, ssr: entry } });
  fs.writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  fs.writeFileSync(path.join(folder, "font.ttf"), ttf({ family: "Bundled" }));
  fs.writeFileSync(
    path.join(folder, "run.js"),
    `import { createFontInspection } from "./main/font-inspection.js";
     const inspection = createFontInspection();
     const { family } = await inspection.read("font.ttf");
     const woff2 = await inspection.pack("font.ttf");
     console.log(family, Buffer.from(woff2).toString("latin1", 0, 4));
     await inspection.close();`,
  );
  const { stdout } = await promisify(execFile)(process.execPath, ["run.js"], { cwd: folder });
  expect(stdout).toBe("Bundled wOF2\n");
});
