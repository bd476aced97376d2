import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { openSandboxSite } from "../../../server/sandbox/site.ts";
import { openArticleStore } from "../../../server/sandbox/store.ts";

const module = (name: string) => JSON.stringify(new URL(`../../../server/sandbox/${name}`, import.meta.url).href);
/** Saves ever newer versions as fast as it can and prints the number of each one that it was told is stored. */
const WRITER = `
  import { openArticleStore } from ${module("store.ts")};
  const store = await openArticleStore(process.argv[1]);
  const { id } = await store.create("Killed", new Date());
  console.log(id);
  for (let number = 1; ; number += 1) {
    const saved = { vms_html: String(number).repeat(50_000), vms_json: { number }, site_url: "" };
    await store.update(id, { saved });
    console.log(number);
  }`;

let dir: string;
afterEach(() => rm(dir, { recursive: true, force: true }));

test("after kill -9 in the middle of saving, the article is whole and not older than the last one acknowledged", async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), "galley-sandbox-kill-"));
  for (let round = 1; round <= 4; round += 1) {
    const folder = path.join(dir, String(round), "articles");
    const writer = spawn(process.execPath, ["--input-type=module", "-e", WRITER, folder], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = await killAfter(writer, 5 * round);
    const [id = "", ...numbers] = lines;
    const saved = (await (await openArticleStore(folder)).find(id))?.saved;
    const number = Number(saved?.vms_json.number);
    expect(saved?.vms_html).toBe(String(number).repeat(50_000));
    expect(number).toBeGreaterThanOrEqual(Number(numbers.at(-1)));

    const log = { warn: () => undefined, error: () => undefined };
    const credentials = () => ({ apiKey: "", apiSecret: "", formerSecrets: [] });
    const room = { open: () => ({ take: () => true, close: () => undefined }) };
    await openSandboxSite({ dir: path.join(dir, String(round)), serviceUrl: () => "", credentials, log, room });
    expect((await readdir(folder)).filter((name) => !name.endsWith(".json"))).toEqual([]);
  }
}, 60_000);

async function killAfter(writer: ChildProcess, lines: number): Promise<string[]> {
  let output = "";
  writer.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.split("\n").length > lines) writer.kill("SIGKILL");
  });
  await once(writer, "close");
  // What follows the last line end was cut off by the kill.
  return output.slice(0, output.lastIndexOf("\n")).split("\n");
}
