import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { openStore, replaceReferences } from "../../../server/sandbox/store.ts";
import { temporaryFolder } from "../../support/appliance.ts";

describe("the list of articles", () => {
  let dir: string;
  beforeEach(() => {
    dir = temporaryFolder();
  });

  const open = () => openStore(dir, () => "http://127.0.0.1:8422");
  const at = (minute: number) => new Date(Date.UTC(2026, 4, 4, 10, minute));
  const saved = {
    ...{ vms_html: "<p>Text</p>", vms_json: {}, version_id: null, version_cdate: null, user_email: null },
    ...{ stored_at: at(9).toISOString(), site_url: "http://127.0.0.1:8422" },
  };

  test("returns the newest articles first, up to the limit, including those of an earlier run", async () => {
    const earlier = await open();
    for (const minute of [2, 1, 3]) await earlier.create(`Article ${minute}`, at(minute));
    const store = await open();
    expect((await store.list(500)).map(({ title }) => title)).toEqual(["Article 3", "Article 2", "Article 1"]);
    expect((await store.list(2)).map(({ title }) => title)).toEqual(["Article 3", "Article 2"]);
  });

  test("includes changes", async () => {
    const store = await open();
    const { id } = await store.create("Changed", at(1));
    expect(await store.list(500)).toMatchObject([{ id, stored_at: null, rejectsSaves: false }]);
    await store.update(id, (article) => ({ ...article, saved, refusal: { on: true, message: "" } }));
    const { stored_at } = saved;
    const changed = { id, title: "Changed", created_at: at(1).toISOString(), stored_at, rejectsSaves: true };
    expect(await store.list(500)).toEqual([changed]);
  });
});

describe("replaceReferences", () => {
  const urls = new Map(["a.jpg", "a.jpg.webp", "ba.jpg", "constructor"].map((name) => [name, `http://s/${name}`]));

  test.each([
    [`<img src="dummy-a.jpg">`, `<img src="http://s/a.jpg">`],
    [`dummy-a.jpg.webp`, `http://s/a.jpg.webp`],
    [`dummy-ba.jpg dummy-a.jpg`, `http://s/ba.jpg http://s/a.jpg`],
    [`srcset="dummy-a.jpg 1x, dummy-a.jpg.webp 2x"`, `srcset="http://s/a.jpg 1x, http://s/a.jpg.webp 2x"`],
    [`url(dummy-a.jpg)`, `url(http://s/a.jpg)`],
    [`"See dummy-a.jpg."`, `"See http://s/a.jpg."`],
    [`dummy-a.jpgx dummy-a.jpg-2.png dummy-toString dummy-`, `dummy-a.jpgx dummy-a.jpg-2.png dummy-toString dummy-`],
    [`dummy-constructor`, `http://s/constructor`],
  ])("turns %s into %s", (text, expected) => {
    expect(replaceReferences(text, urls)).toBe(expected);
  });
});

test("kill -9 during a save leaves a complete article, not older than the last acknowledged one", async () => {
  const dir = temporaryFolder();
  const store = new URL("../../../server/sandbox/store.ts", import.meta.url).href;
  /** Saves new versions as fast as it can and prints the number of each stored one. */
  const script = `
    import { openStore } from ${JSON.stringify(store)};
    const store = await openStore(process.argv[1], () => "");
    const { id } = await store.create("Killed", new Date());
    console.log(id);
    for (let number = 1; ; number += 1) {
      const saved = { vms_html: String(number).repeat(50_000), vms_json: { number }, site_url: "" };
      await store.update(id, (article) => ({ ...article, saved }));
      console.log(number);
    }`;
  const writer = spawn(process.execPath, ["--input-type=module", "-e", script, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  writer.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (output.split("\n").length > 15) writer.kill("SIGKILL");
  });
  await once(writer, "close");
  // The kill may have cut off the last line.
  const [id = "", ...numbers] = output.slice(0, output.lastIndexOf("\n")).split("\n");
  const saved = (await (await openStore(dir, () => "")).find(id))?.saved;
  const number = Number(saved?.vms_json.number);
  expect(saved?.vms_html).toBe(String(number).repeat(50_000));
  expect(number).toBeGreaterThanOrEqual(Number(numbers.at(-1)));
  // The store removed the unfinished file when it was opened.
  expect(await readdir(path.join(dir, "incoming"))).toEqual([]);
  expect(await readdir(path.join(dir, "articles"))).toEqual([`${id}.json`]);
});
