import type { Editor } from "@tiptap/core";
import { EditorState, TextSelection, type Transaction } from "@tiptap/pm/state";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../../renderer/editor/messages/index.ts";
import type { BlockChoice, BlockContext } from "../../../../renderer/editor/writing/choices/catalog.ts";
import { blockChoices, rankChoices } from "../../../../renderer/editor/writing/choices/catalog.ts";
import { NO_SLASH, nextSlash, type SlashState } from "../../../../renderer/editor/writing/slash/slash-trigger.ts";
import { readContainers } from "../../../../server/article/containers.ts";
import { articleSchema } from "../../../../server/article/schema.ts";
import { editorAt, editorOf, faultOf, lineOf, node, p } from "../article.ts";

const definitions = readContainers([{ name: "Ad", class: "ad wide", data: { slot: "7" }, more: { deep: [1] } }]);
const choices = blockChoices({ custom_containers: definitions }).filter(({ group }) =>
  ["layout", "site"].includes(group),
);
const contextOf = (editor: Editor) => ({ editor }) as BlockContext;

function choice(id: string): BlockChoice {
  const found = choices.find((each) => each.id === id);
  if (found === undefined) throw new Error(`There is no choice ${id}.`);
  return found;
}

/** Each inserted block in an empty article, with the cursor. */
const inserted: Record<string, string> = {
  callout: "callout(paragraph(|))",
  "pull-quote": "pullQuote(|)",
  details: "details(detailsSummary(|) detailsContent(paragraph()))",
  button: "button(|)",
  table: `table(${[0, 1, 2].map((row) => `tableRow(${[0, 1, 2].map((cell) => `${row === 0 ? "tableHeader" : "tableCell"}(paragraph(${row + cell === 0 ? "|" : ""}))`).join(" ")})`).join(" ")})`,
  "columns-2": "columns(column(paragraph(|)) column(paragraph()))",
  "columns-3": "columns(column(paragraph(|)) column(paragraph()) column(paragraph()))",
  "columns-4": "columns(column(paragraph(|)) column(paragraph()) column(paragraph()) column(paragraph()))",
  divider: "horizontalRule paragraph(|)",
  code: "codeBlock(|)",
  "free-html": "freeHtml",
  "container-Ad": "customContainer(paragraph(|))",
};

describe("the block choice", () => {
  it.each(choices.map(({ id }) => id))("%s replaces an empty paragraph, is valid and can be reopened", (id) => {
    const editor = editorOf(p(""));
    choice(id).insert(contextOf(editor));
    expect(lineOf(editor)).toBe(inserted[id]);
    expect(faultOf(editor)).toBeNull();
    const { doc } = editorOf(...(editor.getJSON().content ?? [])).state;
    expect(doc.toJSON()).toEqual(editor.getJSON());
    editor.commands.undo();
    expect(lineOf(editor)).toBe("paragraph(|)");
  });

  it.each(choices.map(({ id }) => id))("%s is inserted after a block with text, also in a column", (id) => {
    const editor = editorAt("one", 1, node("columns", node("column", p("one"), p("two")), node("column", p("three"))));
    choice(id).insert(contextOf(editor));
    const name = (inserted[id] ?? "").split(/[( ]/)[0];
    const column = editor.state.doc.child(0).child(0);
    expect(column.children.map((each) => each.type.name).filter((each) => each !== "paragraph")).toEqual([name]);
    expect(column.child(0).textContent).toBe("one");
    expect(column.child(1).type.name).toBe(name);
    expect(column.lastChild?.textContent).toBe("two");
    expect(faultOf(editor)).toBeNull();
  });

  it.each(choices.filter(({ turnInto }) => turnInto !== undefined).map(({ id }) => id))(
    "%s keeps the text of two selected paragraphs, and undo restores them",
    (id) => {
      const editor = editorAt("one", "two", p("one"), p("two"), p("three"));
      choice(id).turnInto?.(contextOf(editor));
      expect(editor.state.doc.childCount).toBe(2);
      expect(editor.state.doc.child(0).textBetween(0, editor.state.doc.child(0).content.size, " ", " ").trim()).toMatch(
        /^one\stwo$/,
      );
      expect(faultOf(editor)).toBeNull();
      editor.commands.undo();
      expect(editor.state.doc.childCount).toBe(3);
    },
  );
});

it("keeps the site's definition in a container unchanged", () => {
  const editor = editorAt("one", 0, p("one"));
  choice("container-Ad").turnInto?.(contextOf(editor));
  expect(editor.getJSON().content).toEqual([node("customContainer", p("one"), { definition: definitions[0] })]);
});

describe("wrappers", () => {
  it("replace each other, and the same choice removes them", () => {
    const editor = editorAt("two", 1, node("blockquote", p("one"), p("two")));
    choice("callout").turnInto?.(contextOf(editor));
    expect(lineOf(editor)).toBe("callout(paragraph(one) paragraph(t|wo))");
    choice("container-Ad").turnInto?.(contextOf(editor));
    expect(lineOf(editor)).toBe("customContainer(paragraph(one) paragraph(t|wo))");
    choice("container-Ad").turnInto?.(contextOf(editor));
    expect(lineOf(editor)).toBe("paragraph(one) paragraph(t|wo)");
  });

  it("can wrap several selected blocks inside another wrapper", () => {
    const editor = editorAt("one", "two", node("callout", p("one"), p("two"), p("three")));
    choice("container-Ad").turnInto?.(contextOf(editor));
    expect(lineOf(editor)).toBe("callout(customContainer(paragraph(one) paragraph(two)) paragraph(three))");
  });
});

it("uses a heading as the summary of collapsible text", () => {
  const editor = editorAt("Why?", "because", node("heading", "Why?", { level: 3 }), p("because"));
  choice("details").turnInto?.(contextOf(editor));
  expect(lineOf(editor)).toBe("details(detailsSummary(Why?) detailsContent(paragraph(because)))");
});

const offered = blockChoices({ custom_containers: [{ name: "Encadré spécial" }, { name: "Box 2" }] });
const found = (query: string) => rankChoices(offered, query).map(({ id }) => id);

describe("blocks in the menus", () => {
  it("are listed once, by group", () => {
    const ids = offered.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const groups = offered.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1]);
    expect(groups).toEqual([...new Set(groups)]);
  });

  it("are found by label first, then by keywords, ignoring case and accents", () => {
    expect(found("HEAD")[0]).toBe("heading-2");
    expect(found("head")).toContain("heading-4");
    expect(found("h3")).toEqual(["heading-3"]);
    expect(found("encadre")).toEqual(["container-Encadré spécial"]);
    expect(found("  ")).toHaveLength(offered.length);
    expect(found("no such block")).toEqual([]);
  });

  describe("in Russian", () => {
    beforeAll(() => chooseLanguage(["ru"]));
    afterAll(() => chooseLanguage(["en"]));
    it("are found by Russian and English queries", () => {
      expect(found("заг")[0]).toBe("heading-2");
      expect(found("quote")).toContain("quote");
      expect(found("embed")[0]).toBe("embed");
    });
  });
});

/** Types key by key into a block of this kind; "<" is Backspace, "!" dismisses the menu. */
function type(keys: string, kind = "paragraph", content: object[] = []): { text: string | null; from: number | null } {
  const doc = articleSchema.nodeFromJSON({ type: "doc", content: [{ type: kind, content }] });
  let state = EditorState.create({
    doc,
    selection: TextSelection.create(doc, 1 + (doc.firstChild?.content.size ?? 0)),
  });
  let slash: SlashState = NO_SLASH;
  const apply = (tr: Transaction) => {
    state = state.apply(tr);
    slash = nextSlash(slash, tr, state);
  };
  for (const key of keys) {
    const { from } = state.selection;
    if (key === "!") slash = { open: null, dismissed: slash.open?.from ?? null };
    else if (key === "<") apply(state.tr.delete(from - 1, from));
    else apply(state.tr.insertText(key));
  }
  return { text: slash.open?.text ?? null, from: slash.open?.from ?? null };
}

describe("the slash menu", () => {
  it.each([
    ["/", ""],
    ["/he", "he"],
    ["/numbered li", "numbered li"],
    ["words /q", "q"],
    ["/he<<", ""],
  ])("is open after %s", (keys, text) => {
    expect(type(keys).text).toBe(text);
  });

  it.each(["and/or", "1/2", "/ ", "/a/", "http://", "/he<<<", `/${"a".repeat(40)}`, "/he!", "/he!x<<", "a /!b /<"])(
    "is closed after %s",
    (keys) => {
      expect(type(keys).text).toBeNull();
    },
  );

  it("opens at another slash after one was dismissed", () => {
    expect(type("/a! /b")).toEqual({ text: "b", from: 4 });
  });

  it("stays closed in captions and code, and at an existing slash", () => {
    expect(type("/", "figure").text).toBeNull();
    expect(type("/", "codeBlock").text).toBeNull();
    expect(type("x<", "paragraph", [{ type: "text", text: "/abc" }]).text).toBeNull();
  });
});
