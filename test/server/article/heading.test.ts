import { expect, it } from "vitest";
import { ownName } from "../../../server/article/document.ts";
import { articleSchema } from "../../../server/article/schema.ts";
import type { DocumentNode } from "../../../server/article/vms-json.ts";

const docOf = (...content: DocumentNode[]) => articleSchema.nodeFromJSON({ type: "doc", content });
const block = (type: string, text: string): DocumentNode => ({
  type,
  ...(text === "" ? {} : { content: [{ type: "text", text }] }),
});
const heading = (text: string) => block("heading", text);
const paragraph = (text: string) => block("paragraph", text);

it.each<[string, DocumentNode[], string | null]>([
  ["its first heading", [paragraph("Words."), heading(""), heading("The harbour")], "The harbour"],
  [
    "its first text",
    [paragraph(""), paragraph("The ferry  sails again."), paragraph("More.")],
    "The ferry sails again.",
  ],
  [
    "the text of a list item",
    [{ type: "bulletList", content: [{ type: "listItem", content: [paragraph("Bread")] }] }],
    "Bread",
  ],
  [
    "a long text, cut at the end of a word",
    [paragraph(`The ferry between the two banks of the river sails again, as the harbour master said to our reporter`)],
    "The ferry between the two banks of the river sails again, as the harbour master…",
  ],
  ["a long word, cut", [paragraph("x".repeat(500))], `${"x".repeat(80)}…`],
  ["nothing without text", [paragraph(" ")], null],
])("names an article after %s", (_, content, name) => {
  expect(ownName(docOf(...content))).toBe(name);
});
