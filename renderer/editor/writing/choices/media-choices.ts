/** Choices of blocks with files, embeds and link cards. */
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
import { galleryOfRun } from "../../article/nodes/media/gallery-changes.ts";
import { messages } from "../../messages/index.ts";
import { nodeType } from "../../ui/lib/node-type.ts";
import type { BlockChoice } from "./block-choice.ts";
import { insertBlock } from "./insert-block.ts";

type MediaChoice = "picture" | "gallery" | "video" | "audio" | "file" | "link-card";

const words = (id: MediaChoice) => messages.media.choices[id];

const choice = (
  id: MediaChoice,
  node: string,
  icon: BlockChoice["icon"],
  work: Pick<BlockChoice, "insert" | "turnInto">,
): BlockChoice => ({
  id,
  label: () => words(id).label,
  keywords: () => words(id).keywords,
  icon,
  group: "media",
  isActive: (editor) => editor.isActive(node),
  ...work,
});

/** Opens the file dialog; the blocks are inserted after the upload. */
const asking = (accept?: string): Pick<BlockChoice, "insert"> => ({ insert: (context) => context.chooseFiles(accept) });

const embed: BlockChoice = {
  id: "embed",
  label: () => messages.embed.name,
  keywords: () => messages.embed.keywords,
  icon: IconAppWindow,
  group: "media",
  isActive: (editor) => editor.isActive("embed"),
  insert: ({ editor }) => void insertBlock(editor, nodeType(editor.schema, "embed").create()),
};

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
  choice("link-card", "linkEmbed", IconLinkPlus, {
    insert: ({ editor }) => void insertBlock(editor, nodeType(editor.schema, "linkEmbed").create()),
  }),
  embed,
];

function show(view: EditorView, tr: Transaction): void {
  view.dispatch(tr);
  view.focus();
}
