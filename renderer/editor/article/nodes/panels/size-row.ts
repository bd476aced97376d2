/** For a picture that is larger than a page needs: how large it is, and the button that makes a smaller copy of it. */
import type { EditorView } from "@tiptap/pm/view";
import { announce, element } from "../../../lib/dom.ts";
import { messages, sizeInWords } from "../../../messages/index.ts";
import { isLargePicture, shrinkPicture } from "../../../uploads/large-pictures.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { panelButton, panelRow } from "./panel-parts.ts";

export interface SizeRowParts extends MediaParts {
  view: EditorView;
  getPos: () => number | undefined;
}

export function createSizeRow({ view, getPos, files, queue }: SizeRowParts) {
  const t = messages.media.size;
  const words = element("span", { role: "status" });
  const smaller = panelButton(t.makeSmaller, () => void shrink());
  const row = panelRow(words, smaller);

  async function shrink(): Promise<void> {
    const position = getPos();
    if (position === undefined) return;
    smaller.hidden = true;
    words.textContent = t.working;
    try {
      await shrinkPicture({ view, files, uploads: queue }, position);
      announce(t.done);
    } catch (error) {
      words.textContent = (error as Error).message;
      smaller.hidden = false;
    }
  }

  return {
    dom: row,
    show(file: string) {
      const entry = files.get(file);
      row.hidden = entry === undefined || !isLargePicture(file, entry);
      if (row.hidden || smaller.hidden || words.textContent !== "") return;
      words.textContent = t.large(entry?.width ?? 0, entry?.height ?? 0, sizeInWords(entry?.size ?? 0));
    },
  };
}
