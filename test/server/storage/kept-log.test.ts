import fs from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { LogEntry } from "../../../server/contracts/logs-api.ts";
import { type LogQuery, openKeptLog, sinkTo } from "../../../server/storage/kept-log.ts";
import { keptLog, temporaryFolder } from "../../support/appliance.ts";
import { HAS_MODES } from "../../support/data-folder.ts";

let dataDir: string;
let output: string[];
beforeEach(() => {
  dataDir = temporaryFolder();
  output = [];
});

const open = (maxBytes?: number, now?: () => number) =>
  openKeptLog(dataDir, (_level, _message, _error, line) => void output.push(line), maxBytes, now);
const read = (name: string) => fs.readFileSync(path.join(dataDir, "logs", name), "utf8");
const ALL: LogQuery = { level: "info", words: [] };

async function readAll(log: ReturnType<typeof open>, query: Partial<LogQuery> = {}): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await log.page({ ...ALL, ...query }, cursor);
    entries.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null) return entries;
  }
}

describe("the file", () => {
  it("has the same lines as the output, with time, level and message, and the stack of an error", () => {
    const log = open(10_000, () => 0);
    log.warn("The disk is nearly full.");
    log.error("Closing failed", new Error("why"));
    const text = read("galley.log");
    expect(text).toMatch(/^1970-01-01T00:00:00\.000Z warning The disk is nearly full\.\n/);
    expect(text).toMatch(/error Closing failed\n {2}Error: why\n {6}at /);
    expect(output.join("")).toBe(text);
  });

  it("stays below its limit across restarts, and keeps the previous part", () => {
    for (let start = 0; start < 5; start++) {
      const log = open(1_000, () => 0);
      for (let line = 0; line < 20; line++) log.info(`start ${start} line ${line}`);
    }
    expect(fs.readdirSync(path.join(dataDir, "logs")).sort()).toEqual(["galley.log", "galley.old.log"]);
    expect(read("galley.log").length).toBeLessThanOrEqual(1_000);
    expect(read("galley.old.log").length).toBeLessThanOrEqual(1_000);
    expect(read("galley.log").trimEnd()).toMatch(/start 4 line 19$/);
  });

  it.runIf(HAS_MODES)("is private", () => {
    open().info("x");
    expect(fs.statSync(path.join(dataDir, "logs")).mode & 0o777).toBe(0o700);
    expect(fs.statSync(path.join(dataDir, "logs", "galley.log")).mode & 0o777).toBe(0o600);
  });

  it("contains no credentials, no terminal escapes and no endless lines", () => {
    const log = open();
    const message =
      'GET https://ida:hunter22@site.test/?token=abcdef12 {"api_secret": "s3cretvalue"} \u001b[31mred\u0007';
    log.error(message, new Error(`body ${"x".repeat(50_000)}`));
    const text = read("galley.log");
    for (const secret of ["hunter22", "abcdef12", "s3cretvalue", "\u001b", "\u0007"])
      expect(text).not.toContain(secret);
    expect(text.length).toBeLessThan(20_000);
  });
});

describe("reading the log", () => {
  it("returns each entry once, newest first, in pages, although the file is rotated between them", async () => {
    const log = open(8_000);
    const expected = (count: number) => Array.from({ length: count }, (_, n) => `line ${count - 1 - n}`);
    for (let line = 0; line < 120; line++) log.info(`line ${line}`);
    const found = await readAll(log);
    expect(found.map(({ message }) => message)).toEqual(expected(120));
    expect(new Set(found.map(({ id }) => id)).size).toBe(120);

    const first = await log.page(ALL, null);
    for (let line = 120; line < 200; line++) log.info(`line ${line}`);
    const second = await log.page(ALL, first.next_cursor);
    const both = [...first.items, ...second.items].map(({ message }) => message);
    expect(both).toEqual(expected(120).slice(0, both.length));
    expect(both.length).toBe(100);
  });

  it("filters by level and by words, including words in the stack", async () => {
    const log = open();
    log.info("The backup was made.");
    log.warn("The Backup took long.");
    log.error("Something failed.", new Error("backup folder is gone"));
    const of = async (query: Partial<LogQuery>) => (await readAll(log, query)).map(({ message }) => message);
    expect(await of({ level: "warning" })).toEqual(["Something failed.", "The Backup took long."]);
    expect(await of({ level: "error" })).toEqual(["Something failed."]);
    expect(await of({ words: ["backup"] })).toHaveLength(3);
    expect(await of({ words: ["LONG", "backup"] })).toEqual(["The Backup took long."]);
    expect(await of({ words: ["nothing"] })).toEqual([]);
  });

  it("does not parse a line inside a message as an entry", async () => {
    const log = open();
    log.error("The site said: a\n2026-01-01T00:00:00.000Z error forged\nb");
    const [entry, ...others] = await readAll(log);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ message: "The site said: a", detail: "2026-01-01T00:00:00.000Z error forged\nb" });
  });

  it("sends subscribers the same entries that a page has", async () => {
    const log = open();
    const received: LogEntry[] = [];
    const stop = log.subscribe((entry) => received.push(entry));
    log.warn("one");
    log.error("two", new Error("why"));
    stop();
    log.info("three");
    expect(received).toEqual((await readAll(log)).slice(1).reverse());
  });

  it("skips truncated lines and lines of earlier versions", async () => {
    fs.mkdirSync(path.join(dataDir, "logs"));
    const left = "2026-01-01T00:00:00.000Z error Old\nError: why\n    at x\n2026-01-0";
    fs.writeFileSync(path.join(dataDir, "logs", "galley.log"), left);
    const log = open();
    expect((await readAll(log)).map(({ message }) => message)).toEqual(["Old"]);
  });

  it("returns no entries for an empty folder, and refuses an invalid cursor", async () => {
    const log = open();
    expect(await log.page(ALL, null)).toEqual({ items: [], next_cursor: null });
    await expect(log.page(ALL, "xx")).rejects.toMatchObject({ code: "invalid" });
  });
});

it("forwards entries to another log", () => {
  const other = keptLog();
  const log = openKeptLog(dataDir, sinkTo(other));
  log.info("a");
  log.warn("b");
  log.error("c", new Error("why"));
  expect(other.lines.map((line) => line.split("\n")[0])).toEqual(["info: a", "warn: b", "error: c Error: why"]);
});
