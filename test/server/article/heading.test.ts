import { expect, it } from "vitest";
import { ownName } from "../../../server/article/heading.ts";
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
  ["its first heading, wherever it is", [paragraph("Words."), heading(""), heading("The harbour")], "The harbour"],
  [
    "its first words",
    [paragraph(""), paragraph("The ferry  sails again."), paragraph("More.")],
    "The ferry sails again.",
  ],
  [
    "words in another block",
    [{ type: "bulletList", content: [{ type: "listItem", content: [paragraph("Bread")] }] }],
    "Bread",
  ],
  [
    "words up to the end of one",
    [paragraph(`The ferry between the two banks of the river sails again, as the harbour master told our reporter`)],
    "The ferry between the two banks of the river sails again, as the harbour master…",
  ],
  ["the beginning of a long word", [paragraph("x".repeat(500))], `${"x".repeat(80)}…`],
  ["nothing where it says nothing", [paragraph(" ")], null],
])("an article is called by %s", (_, content, name) => {
  expect(ownName(docOf(...content))).toBe(name);
});
