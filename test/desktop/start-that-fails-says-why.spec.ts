import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { ANY_PORTS, environment, expect, QUIET_DIALOGS, test } from "./support/desktop.ts";
import { desktopRuntime, ROOT } from "./support/runtime.ts";

/** What says that boxes can be shown; the stand-in shows them nowhere, and asks nobody. */
const SCREEN = { DISPLAY: process.env.DISPLAY ?? ":0" };

/** Starts the app to its end. */
async function start(dataDir: string, ...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(
    desktopRuntime().executable,
    ["--no-sandbox", "-r", QUIET_DIALOGS, ROOT, `--data-dir=${dataDir}`, ...ANY_PORTS, ...args],
    {
      env: { ...environment(), ...SCREEN },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let stderr = "";
  child.stderr.on("data", (data) => (stderr += data));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

test("a database of a newer Galley is left alone", async ({ dataDir }) => {
  const file = path.join(dataDir, "galley.db");
  const newer = new Sqlite(file);
  newer.pragma("journal_mode = WAL");
  newer.pragma("user_version = 9999");
  newer.close();
  fs.writeFileSync(path.join(dataDir, "secret.key"), Buffer.alloc(32, 7).toString("base64url"));
  const before = fs.readFileSync(file);
  const { code, stderr } = await start(dataDir);
  expect(code).toBe(1);
  expect(stderr).toMatch(/error box: .*newer Galley/);
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});

test("suggests the right flag for a misspelled one", async ({ dataDir }) => {
  const { code, stderr } = await start(dataDir, "--prot=1");
  expect(code).toBe(1);
  expect(stderr).toMatch(/error box: .*no flag --prot. Did you mean --port/);
});
