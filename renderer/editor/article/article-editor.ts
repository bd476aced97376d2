import { Editor } from "@tiptap/core";
import { articleSchema } from "../../../server/article/schema.ts";
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import { messages } from "../messages/index.ts";
import { ReadingGuard } from "../presence/reading-guard.ts";
import { scrollProps } from "../ui/in-sight.ts";
import type { Assets } from "../uploads/assets.ts";
import { PictureInput } from "../uploads/picture-input.ts";
import type { UploadQueue } from "../uploads/upload-queue.ts";
import { articleExtensions } from "./article-extensions.ts";

/**
 * The editor itself, not yet on the page (`mount`). Its schema is articleSchema and nothing else.
 * @param isReading asked at every change; after its answer has changed, dispatch once
 */
export function createArticleEditor(
  doc: DocumentNode,
  files: Assets,
  queue: UploadQueue,
  isReading: () => boolean = () => false,
): Editor {
  return new Editor({
    element: null,
    schemaSpec: articleSchema.spec,
    extensions: [
      ...articleExtensions({ files, queue }),
      PictureInput.configure({ queue }),
      ReadingGuard.configure({ isReading }),
    ],
    content: doc,
    // Signs in pasted text stay signs; an address becomes a link.
    enablePasteRules: ["link"],
    // The page's Content-Security-Policy allows no style element; editor.css has these rules.
    injectCSS: false,
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
