import { Editor, type Extensions } from "@tiptap/core";
import { articleSchema } from "../../../server/article/schema.ts";
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import { messages } from "../messages/index.ts";
import { scrollProps } from "../ui/in-sight.ts";
import type { ArticleParts } from "../uploads/media-parts.ts";
import { PictureInput } from "../uploads/picture-input.ts";
import { articleExtensions } from "./article-extensions.ts";

/**
 * The editor itself, not yet on the page (`mount`). Its schema is articleSchema and nothing else.
 * @param features what the features around the article add to it: keys, menus, the guard of a tab that reads
 */
export function createArticleEditor(doc: DocumentNode, media: ArticleParts, features: Extensions = []): Editor {
  return new Editor({
    element: null,
    schemaSpec: articleSchema.spec,
    extensions: [...articleExtensions(media, features), PictureInput.configure({ queue: media.queue })],
    content: doc,
    // Markdown signs in pasted text stay as they are; an address becomes a link.
    enablePasteRules: ["link"],
    // The page's Content-Security-Policy allows no style element; editor.css has these rules.
    injectCSS: false,
    // It makes every change a second time, between the key and its paint, to tell what was deleted, which nobody asks.
    enableCoreExtensions: { delete: false },
    editorProps: {
      ...scrollProps,
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": messages.article.label,
        class: "article",
        spellcheck: "true",
      },
    },
  });
}

/** Shows another document, its language included, without the editor saying that somebody has written. */
export function showDocument(editor: Editor, doc: DocumentNode): void {
  editor.commands.setContent(doc, { emitUpdate: false });
  // Tiptap replaces the content alone.
  const { tr } = editor.state;
  editor.view.dispatch(
    tr
      .setDocAttribute("lang", doc.attrs?.lang ?? "")
      .setMeta("preventUpdate", true)
      .setMeta("addToHistory", false),
  );
}
