import { Editor, type Extensions } from "@tiptap/core";
import { articleSchema } from "../../../server/article/schema.ts";
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import { messages } from "../messages/index.ts";
import { scrollProps } from "../ui/visible-area.ts";
import type { ArticleParts } from "../uploads/media-parts.ts";
import { PictureInput } from "../uploads/picture-input.ts";
import { articleExtensions } from "./article-extensions.ts";

/** Creates the editor, not yet mounted. @param features extensions of the features around the article */
export function createArticleEditor(doc: DocumentNode, media: ArticleParts, features: Extensions = []): Editor {
  return new Editor({
    element: null,
    schemaSpec: articleSchema.spec,
    extensions: [...articleExtensions(media, features), PictureInput.configure({ queue: media.queue })],
    content: doc,
    // Pasted Markdown is not converted here; a pasted URL becomes a link.
    enablePasteRules: ["link"],
    // The Content-Security-Policy allows no style element; article.css has these rules.
    injectCSS: false,
    // It replays every change between key and paint to report deletions, which nothing here uses.
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

/** Replaces the document, with its language, without an update event. */
export function showDocument(editor: Editor, doc: DocumentNode): void {
  editor.commands.setContent(doc, { emitUpdate: false });
  // Tiptap replaces only the content.
  const { tr } = editor.state;
  editor.view.dispatch(
    tr
      .setDocAttribute("lang", doc.attrs?.lang ?? "")
      .setMeta("preventUpdate", true)
      .setMeta("addToHistory", false),
  );
}
