/** Pasted embed code becomes an embed; for a host that is not allowed, a link card. */
import { Extension } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { Fragment, Slice } from "@tiptap/pm/model";
import { NodeSelection, Plugin, type Transaction } from "@tiptap/pm/state";
import type { EmbedSettings } from "../../../../server/article/embeds/settings.ts";
import { messages } from "../../messages/index.ts";
import { nodeType } from "../../ui/lib/node-type.ts";
import { type FromCode, readCodeText } from "./embed-code.ts";

export const PasteCode = Extension.create<{ settings: EmbedSettings }>({
  name: "pasteCode",
  // Before text becomes paragraphs.
  priority: 110,

  addProseMirrorPlugins() {
    const { editor, options } = this;
    return [
      new Plugin({
        props: {
          handlePaste(view, event) {
            const { state } = view;
            if (state.selection.$from.parent.type.spec.code === true) return false;
            const text = event.clipboardData?.getData("text/plain") ?? "";
            const read = readCodeText(text, options.settings.hosts);
            if (read === null) return false;
            view.dispatch(withBlocks(state.tr, read));
            const refused = read.map(whyNot).filter((reason) => reason !== "");
            if (refused.length > 0) editor.storage.pasteInput.said.set(refused.join(" "));
            return true;
          },
        },
      }),
    ];
  },
});

/** Replaces the selection, and selects the first block to show its fields. */
export function withBlocks(tr: Transaction, read: readonly FromCode[]): Transaction {
  const { schema } = tr.doc.type;
  const nodes = read.map(({ kind, attrs }) => nodeType(schema, kind === "embed" ? "embed" : "linkEmbed").create(attrs));
  closeHistory(tr).replaceRange(tr.selection.from, tr.selection.to, new Slice(Fragment.from(nodes), 0, 0));
  tr.doc.descendants((node, position) => {
    if (node === nodes[0]) tr.setSelection(NodeSelection.create(tr.doc, position));
    return node.isBlock && !node.isTextblock;
  });
  return tr.scrollIntoView();
}

function whyNot(from: FromCode): string {
  return from.kind === "card" && !from.read.ok ? messages.embed.refused(from.read.reason, from.read.host) : "";
}
