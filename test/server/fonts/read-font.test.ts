import { describe, expect, it } from "vitest";
import type { FontFileView } from "../../../server/contracts/fonts-api.ts";
import {
  cleanFamily,
  rangesOverlap,
  readStretch,
  readStyle,
  readUnicodeRange,
  readWeight,
  unicodeRangeOf,
} from "../../../server/fonts/font-values.ts";
import { addFont, fontsOf, postFont } from "../../support/fonts.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { otf, ttf, woff, woff2 } from "../../support/sample-fonts.ts";

const { appliance, project: owner } = await startNewsroom();
const project = owner.id;

const bytesOf = async (fileName: string) => {
  const answer = await appliance.request("GET", `/projects/${project}/fonts/${fileName}`);
  return { type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe("an uploaded font", () => {
  it.each([
    ["ttf", () => ttf({ family: "Form ttf" })],
    ["otf", () => otf({ family: "Form otf" })],
    ["woff", () => woff(ttf({ family: "Form woff" }))],
    ["woff", () => woff(otf({ family: "Form woff of otf" }))],
    ["woff2", () => woff2(ttf({ family: "Form woff2" }))],
  ])("of format %s is read, stored unchanged, and has a woff2", async (format, make) => {
    const font = await make();
    const view = await addFont(appliance, project, `Über uns.${format}`, font);
    expect(view).toMatchObject({ format, size: font.length, warnings: [] });
    expect(view).toMatchObject({ weight: "400", style: "normal", stretch: "100%" });
    expect(view.family).toMatch(/^Form /);
    expect(view.file_name).toMatch(new RegExp(`^uber-uns-[0-9a-f]{8}\\.${format}$`));
    expect(view.read).toMatchObject({ characters: 65, coverage: "U+20, U+2C, U+2E, U+30-39, U+41-5A, U+61-7A" });
    expect((await bytesOf(view.file_name)).bytes).toEqual(font);
    if (format === "woff2") expect(view.woff2).toBeNull();
    else {
      const made = await bytesOf(view.woff2?.file_name ?? "");
      expect(made.type).toBe("font/woff2");
      expect(made.bytes.toString("latin1", 0, 4)).toBe("wOF2");
      expect(made.bytes.length).toBe(view.woff2?.size);
    }
  });
});

it("reads weight, style, width and the typographic family", async () => {
  const font = ttf({ family: "Press Cond Black", typographicFamily: "Press", weight: 900, width: 3, italic: true });
  const read = { family: "Press", weight: "900", style: "italic", stretch: "75%" };
  expect(await addFont(appliance, project, "press.ttf", font)).toMatchObject(read);
});

it("reads the axes of a variable font", async () => {
  const axes = [
    { tag: "wght", min: 100, default: 400, max: 900 },
    { tag: "slnt", min: -12, default: 0, max: 0 },
    { tag: "GRAD", min: -200, default: 0, max: 150 },
  ];
  const view = await addFont(appliance, project, "variable.ttf", ttf({ family: "Variable", axes }));
  expect(view).toMatchObject({ weight: "100 900", style: "oblique 0deg 12deg" });
  expect(view.axes).toEqual(axes.map((axis) => ({ ...axis, name: `Axis ${axis.tag}` })));
});

it.each([
  ["without a family name, and uses the file name", { family: " " }, "Front Page", "no family name"],
  ["whose licence bits forbid embedding", { family: "Restricted", fsType: 2 }, "Restricted", "fsType"],
])("warns of a font %s", async (_, options, family, warning) => {
  const view = await addFont(appliance, project, "Front_Page.ttf", ttf(options));
  expect(view).toMatchObject({ family, warnings: [expect.stringContaining(warning)] });
});

it("returns an existing font unchanged when it is uploaded again", async () => {
  const font = ttf({ family: "Twice" });
  const first = await addFont(appliance, project, "twice.ttf", font);
  await appliance.console("PATCH", `/projects/${project}/fonts/${first.file_name}`, { family: "Corrected" });
  const again = await addFont(appliance, project, "another name.ttf", font);
  expect(again).toMatchObject({ file_name: first.file_name, family: "Corrected" });
});

it("keeps corrections apart from the file's own values, and rejects invalid ones", async () => {
  const { file_name } = await addFont(appliance, project, "wrong.ttf", ttf({ family: "Wrong" }));
  const patch = (body: object) => appliance.request("PATCH", `/projects/${project}/fonts/${file_name}`, body);
  const given = { family: " Right\n", weight: "650", style: "Italic", stretch: "62.5%", unicode_range: "u+0-ff,U+131" };
  const corrected = (await (await patch(given)).json()) as FontFileView;
  expect(corrected).toMatchObject({
    family: "Right",
    weight: "650",
    style: "italic",
    stretch: "62.5%",
    unicode_range: "U+0-FF, U+131",
    read: { family: "Wrong", weight: "400", style: "normal", stretch: "100%" },
  });
  const wrong = { family: " ", weight: "bold", style: "italic; } body {", stretch: "20%", unicode_range: "U+110000" };
  for (const [field, value] of Object.entries(wrong)) expect((await patch({ [field]: value })).status, field).toBe(422);
  expect((await fontsOf(appliance, project)).files.find((file) => file.file_name === file_name)).toEqual(corrected);
});

it("warns that the older of two files of the same face is not published", async () => {
  const older = await addFont(appliance, project, "double-1.ttf", ttf({ family: "Double", revision: 1 }));
  const newer = await addFont(appliance, project, "double-2.ttf", ttf({ family: "Double", revision: 2 }));
  const { files } = await fontsOf(appliance, project);
  const warnings = (name: string) => files.find(({ file_name }) => file_name === name)?.warnings;
  const unpublished = expect.stringContaining("Not published: double-2.ttf was uploaded later");
  expect(warnings(older.file_name)).toEqual([unpublished]);
  expect(warnings(newer.file_name)).toEqual([]);
});

it("removes a font", async () => {
  const { file_name } = await addFont(appliance, project, "gone.ttf", ttf({ family: "Gone" }));
  await appliance.console("DELETE", `/projects/${project}/fonts/${file_name}`);
  expect((await fontsOf(appliance, project)).files.map((file) => file.file_name)).not.toContain(file_name);
  await expect(appliance.console("DELETE", `/projects/${project}/fonts/${file_name}`)).rejects.toThrow("404");
  await expect(fontsOf(appliance, "unknown")).rejects.toThrow("404");
});

it("rejects a file of more than 20 MB", async () => {
  const answer = await postFont(appliance, project, "big.ttf", Buffer.alloc(20 * 1024 * 1024 + 1));
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({ code: "fonts.too_large", facts: { limit: 20 * 1024 * 1024 } });
});

it.each<[typeof readWeight, read: Record<string, string>, refused: string[]]>([
  [readWeight, { "400": "400", " 100  900 ": "100 900", "700 700": "700" }, ["0", "1001", "900 100", "bold", ""]],
  [readStyle, { Normal: "normal", "oblique -9.5deg": "oblique -9.5deg" }, ["oblique 91deg", "slanted"]],
  [readStyle, { "oblique  0deg 10deg": "oblique 0deg 10deg" }, ["oblique 10deg 0deg"]],
  [readStretch, { "62.50%": "62.5%", "75% 125%": "75% 125%" }, ["125% 75%", "49%", "201%", "condensed"]],
  [readUnicodeRange, { "u+20-7e": "U+20-7E", "U+100, U+0-FF": "U+0-FF, U+100" }, ["U+4??", "U+110000", "U+7F-20", ""]],
])("%o normalizes valid values and rejects others", (read, values, refused) => {
  for (const [text, value] of Object.entries(values)) expect(read(text), text).toBe(value);
  for (const text of refused) expect(read(text), text).toBeNull();
});

it("combines characters into unicode ranges", () => {
  expect(unicodeRangeOf([0x43, 0x41, 0x42, 0x42, 0x61])).toBe("U+41-43, U+61");
  expect(unicodeRangeOf([])).toBe("");
});

it("joins the nearest of many ranges without losing characters", () => {
  const characters = Array.from({ length: 400 }, (_, n) => n * (n % 2 === 0 ? 100 : 101));
  const ranges = unicodeRangeOf(characters);
  expect(ranges.split(", ").length).toBeLessThanOrEqual(150);
  for (const code of characters) expect(rangesOverlap(`U+${code.toString(16)}`, ranges), String(code)).toBe(true);
});

it("detects overlapping ranges", () => {
  expect(rangesOverlap("U+0-FF", "U+FF-200")).toBe(true);
  expect(rangesOverlap("U+0-FF, U+300", "U+100-2FF")).toBe(false);
});

it("removes control characters from a family name, and shortens it", () => {
  expect(cleanFamily("  Daily\u0000\n Sans ")).toBe("Daily Sans");
  expect([...cleanFamily("𝔉".repeat(200))]).toHaveLength(100);
});
