import {
  IconAppWindow,
  IconFileDownload,
  IconLayoutGrid,
  IconLinkPlus,
  IconMovie,
  IconMusic,
  IconPhoto,
} from "@tabler/icons-react";
import type { Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import type { NodeName } from "../../../../server/article/schema.ts";
import { galleryOfRun } from "../../article/nodes/media/gallery-changes.ts";
import type { Messages } from "../../messages/en/index.ts";
import { messages } from "../../messages/index.ts";
import { nodeType } from "../../ui/lib/node-type.ts";
import type { BlockChoice } from "./block-choice.ts";
import { insertBlock } from "./insert-block.ts";

const choice = (
  id: keyof Messages["media"]["choices"],
  node: NodeName,
  icon: BlockChoice["icon"],
  work: Pick<BlockChoice, "insert" | "turnInto">,
): BlockChoice => ({
  id,
  label: () => messages.media.choices[id].label,
  keywords: () => messages.media.choices[id].keywords,
  icon,
  group: "media",
  isActive: (editor) => editor.isActive(node),
  ...work,
});

const asking = (accept?: string): Pick<BlockChoice, "insert"> => ({ insert: (context) => context.chooseFiles(accept) });

const empty = (node: NodeName): Pick<BlockChoice, "insert"> => ({
  insert: ({ editor }) => void insertBlock(editor, nodeType(editor.schema, node).create()),
});

export const mediaChoices: readonly BlockChoice[] = [
  choice("picture", "figure", IconPhoto, asking("image/*")),
  choice("gallery", "gallery", IconLayoutGrid, {
    insert(context) {
      const { view, state } = context.editor;
      const ofSelected = state.selection.empty ? null : galleryOfRun(state, 2);
      if (ofSelected === null) context.chooseFiles("image/*", "gallery");
      else show(view, ofSelected);
    },
    turnInto({ editor }) {
      const ofRun = galleryOfRun(editor.state);
      if (ofRun !== null) show(editor.view, ofRun);
    },
  }),
  choice("video", "video", IconMovie, asking("video/*")),
  choice("audio", "audio", IconMusic, asking("audio/*")),
  choice("file", "fileDownload", IconFileDownload, asking()),
  choice("link-card", "linkEmbed", IconLinkPlus, empty("linkEmbed")),
  {
    ...choice("link-card", "embed", IconAppWindow, empty("embed")),
    id: "embed",
    label: () => messages.embed.name,
    keywords: () => messages.embed.keywords,
  },
];

function show(view: EditorView, tr: Transaction): void {
  view.dispatch(tr);
  view.focus();
}
