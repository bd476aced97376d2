/** Blocks that show a file, or a card in its place, are selected by a click on what they show. */
import type { Node } from "@tiptap/pm/model";
import { NodeSelection, Plugin } from "@tiptap/pm/state";

const SHOWN: ReadonlySet<string> = new Set(["figure", "gallery", "video", "audio", "fileDownload", "linkEmbed"]);

export function showsFile(node: Node): boolean {
  return SHOWN.has(node.type.name);
}

/** A click on a picture, a card, or between the pictures of a gallery; a caption is text and gets the cursor. */
export function selectClicked(): Plugin {
  return new Plugin({
    props: {
      handleClickOn(view, _clicked, node, position, event) {
        if (!showsFile(node) || !(event.target instanceof Element)) return false;
        const isShown = event.target.closest(".figure-media, .card") !== null;
        if (!isShown && !event.target.matches(".gallery-pictures")) return false;
        view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, position)));
        view.focus();
        return true;
      },
    },
  });
}
