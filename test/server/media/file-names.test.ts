import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAssetName } from "../../../server/article/vms-json.ts";
import { archiveFileName } from "../../../server/media/file-names.ts";
import { svgSize } from "../../../server/media/inspect-file.ts";
import { runs } from "../../support/chance.ts";

/** Any text, including lone surrogates. */
const anyText = (maxLength: number) =>
  fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength }).map((codes) => String.fromCodePoint(...codes));
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const sum = `0123456789abcdef${"0".repeat(48)}`;
const name = (original: string): string => archiveFileName(original, sum, "jpg", []);

describe("archiveFileName", () => {
  it.each([
    ["My Photo (1).JPG", "my-photo-1-01234567.jpg"],
    ["Straße über Ærø.jpeg", "strasse-uber-aero-01234567.jpg"],
    ["Łódź_żółw.png", "lodz-zolw-01234567.jpg"],
    ["Щука и йод, Ёж.png", "shchuka-i-iod-ezh-01234567.jpg"],
    ["Київ є їжа.png", "kiiv-ye-izha-01234567.jpg"],
    ["../../etc/passwd", "passwd-01234567.jpg"],
    ["C:\\Users\\me\\cat.gif", "cat-01234567.jpg"],
    ["", "file-01234567.jpg"],
    ["日本語.png", "file-01234567.jpg"],
    ["😀.png", "file-01234567.jpg"],
    ["...", "file-01234567.jpg"],
    [".htaccess", "file-01234567.jpg"],
    ["CON", "con-01234567.jpg"],
    ["a\0b%00%2e%2e.png", "a-b-00-2e-2e-01234567.jpg"],
    ["\u202egpj.exe", "gpj-01234567.jpg"],
    ["dummy-cat.png", "file-dummy-cat-01234567.jpg"],
    ["DUMMY", "file-dummy-01234567.jpg"],
    ["x".repeat(300), `${"x".repeat(60)}-01234567.jpg`],
  ])("turns %j into %s", (original, expected) => {
    expect(name(original)).toBe(expected);
  });

  it("returns a short name that needs no escaping, the same for the same file", () => {
    fc.assert(
      fc.property(anyText(400), anyText(10), (original, content) => {
        const made = archiveFileName(original, hash(content), "png", []);
        expect(made).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*-[0-9a-f]{8}\.png$/);
        expect(made.length).toBeLessThanOrEqual(73);
        expect(made.startsWith("dummy")).toBe(false);
        expect(encodeURIComponent(made)).toBe(made);
        expect(isAssetName(made)).toBe(true);
        expect(archiveFileName(original, hash(content), "png", [])).toBe(made);
      }),
      { numRuns: runs(100, 500) },
    );
  });

  it("never returns a name that is part of another name in the session", () => {
    // Hashes with the same beginning, as an attacker might construct them.
    const sha256 = fc
      .tuple(fc.constantFrom("aaaaaaaa", "aaaaaaaabbbb", "cccc"), fc.nat())
      .map(([start, rest]) => (start + hash(String(rest))).slice(0, 64));
    const original = fc.constantFrom("a", "b-a", "c-b-a", "a.b", "dummy-a", "x-aaaaaaaa");
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(sha256, original, fc.constantFrom("jpg", "png")), {
          selector: ([hex]) => hex,
          maxLength: 12,
        }),
        (files) => {
          const names: string[] = [];
          for (const [hex, from, ext] of files) names.push(archiveFileName(from, hex, ext, names));
          for (const one of names) expect(names.filter((other) => other.includes(one))).toEqual([one]);
        },
      ),
    );
  });
});

describe("svgSize", () => {
  it.each<[root: Record<string, string>, width: number | null, height: number | null]>([
    [{ width: "100", height: "50" }, 100, 50],
    [{ width: "10mm", height: "1in" }, 38, 96],
    [{ viewBox: "0 0 30 20" }, 30, 20],
    [{ viewBox: " 0,0, 30.4 20.6 " }, 30, 21],
    [{ width: "60", viewBox: "0 0 30 20" }, 60, 40],
    [{ height: "60px", viewBox: "0 0 30 20" }, 90, 60],
    [{ width: "100%", height: "100%", viewBox: "0 0 30 20" }, 30, 20],
    [{ width: "0.1", height: "0.1" }, 1, 1],
    [{ width: "100%" }, null, null],
    [{}, null, null],
    [{ viewBox: "0 0 0 0" }, null, null],
    [{ viewBox: "a b c d" }, null, null],
    [{ width: "-5", height: "5" }, null, null],
    [{ width: "1e99", height: "5" }, null, null],
    [{ width: "constructor", height: "5" }, null, null],
    [{ width: "5constructor", height: "5" }, null, null],
  ])("reads %j as %j by %j", (root, width, height) => {
    expect(svgSize(root)).toEqual(width === null ? null : { width, height });
  });
});
