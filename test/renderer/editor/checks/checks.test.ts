import type { JSONContent } from "@tiptap/core";
import { describe, expect, it } from "vitest";
import {
  CHECK_PAUSE_MS,
  checkArticle,
  createCheckList,
  groupFindings,
} from "../../../../renderer/editor/checks/check-list.ts";
import { largePictures } from "../../../../renderer/editor/uploads/large-pictures.ts";
import { docWith as doc, node } from "../article.ts";
import { manualSchedule } from "../support.ts";

const text = (value: string, href?: string, ...marks: { type: string }[]) => ({
  type: "text",
  text: value,
  marks: [...(href === undefined ? [] : [{ type: "link", attrs: { href } }]), ...marks],
});
const p = (...content: JSONContent[]) => node("paragraph", ...content);
const found = (...content: object[]) => checkArticle(doc(...content)).map(({ kind, about }) => `${kind}: ${about}`);

describe("checkArticle", () => {
  it.each<[string, object, string[]]>([
    ["reports a picture without a description", node("figure", { file: "a.jpg" }), ["undescribed: a.jpg"]],
    ["accepts a picture with a description", node("figure", { file: "a.jpg", alt: "A" }), []],
    ["accepts a file that is not a picture", node("figure", { file: "a.mp3" }), []],
    ["reports a picture in a gallery", node("gallery", node("figure", { file: "a.png" })), ["undescribed: a.png"]],
    ["reports a link without a URL", p(text("Read "), text("more", "")), ["dead_link: more"]],
    ["reports a link with a forbidden scheme", p(text("more", "javascript:alert(1)")), ["dead_link: more"]],
    ["reports a link in two formats once", p(text("one ", ""), text("link", "", { type: "bold" })), ["dead_link: one"]],
    ["accepts a valid link", p(text("more", "/about")), []],
    ["reports a button without a URL", node("button", "Buy"), ["no_address: Buy"]],
    ["reports a card without a URL", node("linkEmbed", { title: "Site" }), ["no_address: Site"]],
    ["reports an empty heading", node("heading", " "), ["empty_heading: "]],
    ["reports a TK note", p(text("The mayor, TK, said")), ["to_come: The mayor, TK, said"]],
    ["reports a TK note in Cyrillic letters", p(text("Мэр ТК сказал")), ["to_come: Мэр ТК сказал"]],
    ["reports a TK note in a caption", node("figure", "TK", { file: "a.jpg", alt: "A" }), ["to_come: TK"]],
    ["ignores words that contain TK", p(text("ATK TKs TK5 tk ЭТК")), []],
    ["ignores code", node("codeBlock", "TK"), []],
  ])("%s", (_name, block, findings) => {
    expect(found(block)).toEqual(findings);
  });
});

it("returns positions in the article, also after cached blocks", () => {
  const before = p(text("x"));
  const note = p(node("hardBreak"), text("a "), text("TK", undefined, { type: "bold" }));
  const article = doc(before, node("blockquote", note));
  const [finding] = checkArticle(article);
  expect(article.textBetween(finding?.from ?? 0, finding?.to ?? 0)).toBe("TK");
  const longer = article.copy(article.content.addToStart(article.child(0)));
  const [moved] = checkArticle(longer);
  expect(longer.textBetween(moved?.from ?? 0, moved?.to ?? 0)).toBe("TK");
});

it("reports skipped heading levels, and groups findings by kind", () => {
  const heading = (level: number, value: string) => node("heading", value, { level });
  const article = doc(heading(3, "a"), heading(4, "b"), heading(2, "c"), p(text("TK")), heading(4, "d"), p(text("TK")));
  const groups = groupFindings(checkArticle(article));
  const summary = groups.map(({ kind, findings }) => `${kind}: ${findings.map(({ about }) => about).join(" ")}`);
  expect(summary).toEqual(["skipped_level: a d", "to_come: TK TK"]);
});

it("checks only changed blocks, after a pause", async () => {
  const blocks = Array.from({ length: 1_000 }, (_, index) => p(text(`line ${index}`)));
  let article = doc(...blocks);
  let visited = 0;
  for (let index = 0; index < article.childCount; index++) {
    const block = article.child(index);
    const original = block.textBetween.bind(block);
    block.textBetween = (...parameters) => {
      visited += 1;
      return original(...parameters);
    };
  }
  const { schedule, pass } = manualSchedule();
  const list = createCheckList(
    { schedule },
    () => article,
    (doc) => largePictures(doc, () => ({ clientUrl: "", type: "image/jpeg", size: 5_000_000 })),
  );
  await pass(CHECK_PAUSE_MS);
  expect(visited).toBe(1_000);

  article = article.replace(0, 0, doc(p(text("TK"))).slice(0, 4));
  list.changed();
  list.changed();
  expect(list.findings.get()).toEqual([]);
  await pass(CHECK_PAUSE_MS);
  expect(list.findings.get()).toHaveLength(1);
  expect(visited).toBe(1_000);

  const figure = doc(node("figure", { file: "a.jpg", alt: "A" }));
  article = article.copy(figure.content.append(article.content));
  list.check();
  expect(list.findings.get().map(({ kind, about }) => `${kind}: ${about}`)).toEqual([
    "large_picture: a.jpg, 5 MB",
    "to_come: TK",
  ]);
});
