import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { afterEach, expect, it } from "vitest";
import { chooseLanguage, messages } from "../../../renderer/editor/messages/index.ts";
import { locale, sharedWords } from "../../../renderer/shared/language.ts";
import { RUSSIAN } from "../../../renderer/shared/language-russian.ts";
import { RUSSIAN_SENTENCES } from "../../../renderer/shared/russian/sentences/index.ts";
import { joined, SENTENCES, sentence } from "../../../server/contracts/sentences/index.ts";

const { localized: said } = RUSSIAN;
const placeholdersOf = (text: string) => [...text.matchAll(/\{#?(\w+)(:[^}]*)?\}/g)];

it("each Russian sentence has the placeholders of the English one, and three forms for each plural", () => {
  for (const [room, sentences] of Object.entries(SENTENCES))
    for (const [key, english] of Object.entries(sentences)) {
      const russian = (RUSSIAN_SENTENCES as Record<string, Record<string, string>>)[room]?.[key] ?? "";
      const names = (text: string) => [...new Set(placeholdersOf(text).map(([, name]) => name))].sort();
      expect(names(russian), `${room}.${key}`).toEqual(names(english));
      for (const [placeholder, , form = ":bytes"] of placeholdersOf(russian))
        if (form !== ":bytes") expect(form.split(","), placeholder).toHaveLength(3);
    }
});

it("translates a sentence by its code, with numbers, sizes and plural forms", () => {
  const long = sentence("requests.string_too_long", { max: 2021 });
  expect(said(long.detail, long)).toBe("Не длиннее 2\u00a0021 знака");
  const large = sentence("media.too_large", { limit: 1_500_000 });
  expect(said(large.detail, large)).toMatch(/^Файл больше максимального размера: 1,5.МБ\.$/);
  const both = joined(sentence("requests.busy"), "“Nein.”");
  expect(said(both.detail, both)).toMatch(/^Galley занят.* “Nein\.”$/);
});

it("leaves a site's message unchanged", () => {
  const rejected = sentence("deliveries.rejected_ended", { words: "{n} $& \\1 The site rejected it." });
  expect(said(rejected.detail, rejected)).toBe("Сайт отклонил: {n} $& \\1 The site rejected it.");
});

it("shows the English if the code is unknown or a fact is missing", () => {
  expect(said("New words.", { code: "requests.of_a_newer_version", facts: {} })).toBe("New words.");
  expect(said("Too long.", { code: "requests.string_too_long", facts: {} })).toBe("Too long.");
});

afterEach(() => chooseLanguage(["en"]));

it("uses one language for all texts and dates of the page", async () => {
  expect(await chooseLanguage(["de-AT", "ru-RU", "en"])).toBe("ru");
  expect([messages.difference.mine, sharedWords.justNow, locale]).toEqual(["Ваш текст", "только что", "ru-RU"]);
  expect(await chooseLanguage(["en-GB", "ru"])).toBe("en");
  expect([messages.difference.mine, sharedWords.justNow, locale]).toEqual(["Your text", "just now", "en-GB"]);
  expect(await chooseLanguage(["de-AT"])).toBe("en");
  expect(sharedWords.justNow).toBe("just now");
});

/** Files whose texts no page shows in Russian: commands, startup, the log, mails, API descriptions, other programs' errors. */
const NOT_SHOWN = [
  /^server\/(commands|sandbox|admin\/shell|contracts|core|config)\//,
  /^server\/(cli|appliance|in-process|services)\.ts$/,
  /^server\/api\/integration\/(openapi|docs|webhooks|schemas)\.ts$/,
  /^server\/api\/console\/(openapi|describe)\.ts$/,
  /^server\/http\/(fallbacks|listener|packaged-files|send-files)\.ts$/,
  /^server\/admin\/notifications\/message\.ts$/,
  /^server\/admin\/metrics\//,
  /^server\/admin\/network\/ports\.ts$/,
  /^server\/projects\/own-key\.ts$/,
  /^server\/storage\/(database|data-folder|copy-before-update|moved-folder|secret-box|checkpoints|disk|kept-log)\.ts$/,
  /^server\/(admin\/support|retention|admin\/overview)\//,
  /^server\/backup\/staged-restore\.ts$/,
  /^server\/(replica\/take-over|api\/standby-server)\.ts$/,
  /^server\/(archives|article)\//,
  /^server\/api\/console\/console-hosts\.ts$/,
];

/** Sentences for programs only. */
const NOT_FOR_PAGES = new Set([
  "The client closed the connection.",
  "¤ must be percent-encoded UTF-8.",
  "No IP address of this host is allowed.",
  "The proxy responded with status ¤.",
]);

const PLACEHOLDER = "¤";
/** Calls whose texts a page shows even without a full stop. */
const SHOWN = /^(?:new AppError|new RangeError|z\.enum|readable|\S*\.(?:min|max|int|regex|refine|datetime))$/;

interface Found {
  place: string;
  text: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

/** The sentences of a file, with placeholders for facts. Logged, described and plain Error texts are skipped. */
function sentencesIn(file: string): Found[] {
  const source = fs.readFileSync(file, "utf8");
  const found: Found[] = [];
  const visit = (node: unknown, callee: string): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, callee);
      return;
    }
    if (node === null || typeof node !== "object" || !("type" in node)) return;
    const at = node as Node;
    if (at.type === "ImportDeclaration" || isUnseen(at, source)) return;
    const text = textOf(at);
    if (text !== null) {
      const line = source.slice(0, at.start).split("\n").length;
      const isSentence = /^[A-Z¤].* .*[.!?]$/s.test(text) && !/^[A-Z]{3,} |¤ [A-Z]{3,} |[А-я]/.test(text);
      if (isSentence || (SHOWN.test(callee) && /[a-z] /.test(text))) found.push({ place: `${file}:${line}`, text });
      if (at.type !== "TemplateLiteral") return;
    }
    const called = calleeOf(at, source) ?? callee;
    for (const [key, value] of Object.entries(at)) if (key !== "type") visit(value, called);
  };
  visit(parseAst(source, { lang: "ts" }, file).body, "");
  return found;
}

function calleeOf(node: Node, source: string): string | null {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return null;
  const { start, end } = node.callee as Node;
  return `${node.type === "NewExpression" ? "new " : ""}${source.slice(start, end).replace(/\s/g, "")}`;
}

/** Calls whose texts are logged or are not shown on a page. */
const UNSEEN =
  /^(?:new Error|createSteppedTask|begin|noteFault|\S*\blog\??\.\w+|\S*\.meta|audit\.record|database\.\w+)$/;

const isUnseen = (node: Node, source: string): boolean => UNSEEN.test(calleeOf(node, source) ?? "");

/** The text of a literal, a template or a concatenation; null for anything else. */
function textOf(node: Node): string | null {
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : null;
  if (node.type === "TemplateLiteral")
    return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(PLACEHOLDER);
  if (node.type !== "BinaryExpression" || node.operator !== "+") return null;
  const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)];
  return left === null || right === null ? null : left + right;
}

const sources = fs
  .globSync("server/**/*.ts")
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => !NOT_SHOWN.some((pattern) => pattern.test(file)));

it("gives a code to each sentence that a page may show", () => {
  // Give each one a code as docs/architecture.md describes, or add its file to NOT_SHOWN.
  const left = sources.flatMap(sentencesIn).filter(({ text }) => !NOT_FOR_PAGES.has(text));
  expect(left.map(({ place, text }) => `${place} ${text.replaceAll(PLACEHOLDER, "{}")}`)).toEqual([]);
});
