/** A document out of HTML that another editor has made: the same cleaning as for what is pasted. */
import { type Schema, DOMParser as SchemaParser } from "@tiptap/pm/model";
import type { DocumentNode } from "../../../../server/article/vms-json.ts";
import { readPastedHtml } from "./pasted-html.ts";
import { withoutMarks } from "./picture-marks.ts";
import { plainWords, wordsOfHtml } from "./plain-words.ts";

/**
 * Pictures are left out, for their files are elsewhere; their captions are kept. What is too large or too deeply nested
 * comes as paragraphs of its words.
 * @param schema of an editor: the article schema with its ways to read HTML
 */
export function documentFromHtml(html: string, schema: Schema): DocumentNode {
  const read = readPastedHtml(html, () => false);
  const page = new DOMParser().parseFromString(withoutMarks(read?.html ?? ""), "text/html");
  if (read === null)
    for (const line of plainWords(wordsOfHtml(html)).text.split(/\n+/)) {
      const paragraph = page.createElement("p");
      paragraph.append(line);
      page.body.append(paragraph);
    }
  return SchemaParser.fromSchema(schema).parse(page.body).toJSON() as DocumentNode;
}
