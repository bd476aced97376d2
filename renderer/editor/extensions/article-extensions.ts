/**
 * The behaviour around the article schema. Structure is not defined here: `articleSchema.spec` goes to the editor as
 * `schemaSpec`, these extensions add parsing, commands, keys and input rules to the same names.
 */
import type { Extensions } from "@tiptap/core";
import { Placeholder } from "@tiptap/extensions";
import StarterKit from "@tiptap/starter-kit";
import type { FileBook } from "../file-book.ts";
import { isAllowedTarget } from "../links.ts";
import { messages } from "../messages.ts";
import { Figure } from "./figure.ts";

/** Heading levels of an article; the site owns the title, so there is no 1. */
export const HEADING_LEVELS = [2, 3, 4] as const;

export function articleExtensions(files: FileBook): Extensions {
  return [
    StarterKit.configure({
      code: false,
      codeBlock: false,
      horizontalRule: false,
      strike: false,
      underline: false,
      trailingNode: false,
      heading: { levels: [...HEADING_LEVELS] },
      dropcursor: { class: "drop-place", color: false, width: 3 },
      undoRedo: { depth: 500 },
      link: {
        openOnClick: false,
        autolink: true,
        linkOnPaste: true,
        defaultProtocol: "https",
        isAllowedUri: (href) => isAllowedTarget(href),
        HTMLAttributes: { target: null, rel: null },
      },
    }),
    Figure.configure({ files }),
    Placeholder.configure({ placeholder: ({ editor }) => (editor.isEmpty ? messages.article.placeholder : "") }),
  ];
}
