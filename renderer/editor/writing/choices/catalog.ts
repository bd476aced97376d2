/** All blocks that can be inserted, in menu order, for the slash menu, the insert menu, the block handle and the toolbar. */

import {
  type Icon,
  IconAppWindow,
  IconBlockquote,
  IconBoxMultiple,
  IconChevronDown,
  IconClick,
  IconCode,
  IconColumns,
  IconColumns2,
  IconColumns3,
  IconFileDownload,
  IconH2,
  IconH3,
  IconH4,
  IconHtml,
  IconInfoSquareRounded,
  IconLayoutGrid,
  IconLetterP,
  IconLinkPlus,
  IconList,
  IconListNumbers,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconQuote,
  IconSeparatorHorizontal,
  IconTable,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import type { Node, Schema } from "@tiptap/pm/model";
import { NodeSelection, Selection, TextSelection, type Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { type ContainerDefinition, containerLook, containerSign } from "../../../../server/article/containers.ts";
import type { NodeName } from "../../../../server/article/schema.ts";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import { emptyColumn } from "../../article/commands/block-actions.ts";
import { isEmptyParagraph, rangeAround, rangeAt } from "../../article/commands/block-places.ts";
import {
  allLinesAs,
  detailsOf,
  eachLineAs,
  firstTarget,
  turnIntoWrapper,
  turnSelectionInto,
} from "../../article/commands/turn-into.ts";
import { focusFields } from "../../article/nodes/blocks-at-cursor.ts";
import { galleryOfRun } from "../../article/nodes/media/media-commands.ts";
import { editTables } from "../../article/table/table-editing.ts";
import type { Messages } from "../../messages/en/index.ts";
import { messages } from "../../messages/index.ts";
import type { Snippets } from "../../snippets/snippet-list.ts";
import { showBlock } from "../../ui/visible-area.ts";

export interface BlockContext {
  editor: Editor;
  session: EditorSession;
  /** Starts a comment on the selected text or the block with the cursor. */
  beginComment(): void;
  snippets: Pick<Snippets, "list" | "load" | "ask">;
  insertSnippet(id: string): void;
  /** Opens the file dialog and uploads to the cursor. @param asGallery makes one gallery; default: separate blocks */
  chooseFiles(accept?: string, asGallery?: boolean): void;
}

export interface BlockChoice {
  /** Stable and unique, such as `heading-2`. */
  id: string;
  label(): string;
  about?: string;
  /** Search words in the interface's language and in English, separated by spaces. */
  keywords(): string;
  icon: Icon;
  group: "text" | "media" | "layout" | "site" | "snippets";
  shortcut?: string;
  isActive?(editor: Editor): boolean;
  /** Inserts the block at the cursor, in place of an empty paragraph, and moves the cursor into it. */
  insert(context: BlockContext): void;
  /** Turns the block with the cursor into this block and keeps the text. Absent if not possible. */
  turnInto?(context: BlockContext): void;
}

/** Inserts a block in place of an empty paragraph or after the cursor's block. @returns false if not allowed */
export function insertBlock(editor: Editor, node: Node): boolean {
  const { state, view } = editor;
  let place = rangeAt(state, state.selection.head);
  // Inserts after a quote, not into it.
  while (place?.parent.type.name === "blockquote") place = rangeAround(state, place);
  if (place === null) return false;
  const { parent, index, endIndex, end } = place;
  const present = parent.child(index);
  const isEmpty = isEmptyParagraph(present);
  if (!parent.canReplaceWith(isEmpty ? index : endIndex, endIndex, node.type)) return false;
  const start = isEmpty ? place.start : end;
  const tr = closeHistory(state.tr).replaceWith(start, end, node);
  writeIn(tr, start);
  view.dispatch(tr);
  // Tests use an editor without a page.
  if (!editor.isDestroyed) enter(view, start);
  return true;
}

function enter(view: EditorView, position: number): void {
  // Tiptap's focus command waits for a frame, and a key in between would be lost.
  view.focus();
  if (view.state.selection instanceof NodeSelection) focusFields(view);
  showBlock(view, position);
  view.dispatch(view.state.tr.scrollIntoView());
}

function writeIn(tr: Transaction, position: number): void {
  const node = tr.doc.nodeAt(position);
  if (node === null) return;
  const after = position + node.nodeSize;
  if (node.type.name === "horizontalRule") {
    const $after = tr.doc.resolve(after);
    if (!$after.nodeAfter?.isTextblock) tr.insert(after, node.type.schema.node("paragraph"));
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  } else if (node.isAtom || node.type.name === "embed") tr.setSelection(NodeSelection.create(tr.doc, position));
  else tr.setSelection(Selection.near(tr.doc.resolve(position + 1), 1));
}

export function blockChoices(session: Pick<EditorSession, "custom_containers">): readonly BlockChoice[] {
  return [...textChoices, ...mediaChoices, ...structureChoices, ...containerChoices(session.custom_containers)];
}

const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLocaleLowerCase();

/** The choices that match a query, best first: start of the label, word of the label, keyword, part of the label. */
export function rankChoices(choices: readonly BlockChoice[], query: string): readonly BlockChoice[] {
  const prefix = folded(query.trim());
  if (prefix === "") return choices;
  const rank = (choice: BlockChoice): number => {
    const label = folded(choice.label());
    if (label.startsWith(prefix)) return 0;
    const begins = (text: string) => text.split(/\s+/).some((word) => word.startsWith(prefix));
    if (begins(label)) return 1;
    if (begins(folded(choice.keywords()))) return 2;
    return label.includes(prefix) ? 3 : 4;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank)
    .map(({ choice }) => choice);
}

type Work = Omit<BlockChoice, "id" | "group" | "icon" | "label" | "keywords">;
type Texts = Record<"label" | "keywords", string>;

function choice(
  id: string,
  group: BlockChoice["group"],
  icon: BlockChoice["icon"],
  texts: () => Texts,
  work: Work,
): BlockChoice {
  return { id, group, icon, label: () => texts().label, keywords: () => texts().keywords, ...work };
}

type Make = (schema: Schema) => Node;

const paragraph: Make = (schema) => schema.node("paragraph");

const insert = (make: Make): Pick<BlockChoice, "insert"> => ({
  insert: ({ editor }) => void insertBlock(editor, make(editor.schema)),
});

const isIn =
  (node: NodeName) =>
  (editor: Editor): boolean =>
    editor.isActive(node);

const text = (
  id: keyof Messages["writing"]["blocks"],
  icon: BlockChoice["icon"],
  shortcut: string,
  isActive: (editor: Editor) => boolean,
  become: (editor: Editor) => unknown,
): BlockChoice =>
  choice(id, "text", icon, () => messages.writing.blocks[id], {
    shortcut,
    isActive,
    insert({ editor }) {
      insertBlock(editor, paragraph(editor.schema));
      become(editor);
      editor.view.focus();
    },
    turnInto({ editor }) {
      if (!isActive(editor)) become(editor);
      editor.view.focus();
    },
  });

const toParagraphs = (editor: Editor) => turnSelectionInto(editor, eachLineAs("paragraph"));

const toList = (name: "bulletList" | "orderedList") => (editor: Editor) => {
  // A list becomes the other kind and keeps its levels.
  if (!editor.isActive("bulletList") && !editor.isActive("orderedList")) toParagraphs(editor);
  editor.commands.toggleList(name, "listItem");
};

const NO_PLAIN_LINE = ["bulletList", "orderedList", "blockquote", "callout", "customContainer"];
const isPlainLine = (editor: Editor) =>
  editor.isActive("paragraph") && !NO_PLAIN_LINE.some((name) => editor.isActive(name));

const headings = ([2, 3, 4] as const).map((level) =>
  text(
    `heading-${level}`,
    { 2: IconH2, 3: IconH3, 4: IconH4 }[level],
    `Mod+Alt+${level}`,
    (editor) => editor.isActive("heading", { level }),
    (editor) => turnSelectionInto(editor, eachLineAs("heading", { level })),
  ),
);

const textChoices: readonly BlockChoice[] = [
  text("paragraph", IconLetterP, "Mod+Alt+0", isPlainLine, toParagraphs),
  ...headings,
  text("bullet-list", IconList, "Mod+Shift+8", isIn("bulletList"), toList("bulletList")),
  text("ordered-list", IconListNumbers, "Mod+Shift+7", isIn("orderedList"), toList("orderedList")),
  text("quote", IconBlockquote, "Mod+Shift+B", isIn("blockquote"), (editor) => turnIntoWrapper(editor, "blockquote")),
];

const media = (
  id: keyof Messages["media"]["choices"],
  node: NodeName,
  icon: BlockChoice["icon"],
  work: Work,
): BlockChoice => choice(id, "media", icon, () => messages.media.choices[id], { isActive: isIn(node), ...work });

const withFiles = (accept?: string): Work => ({ insert: (context) => context.chooseFiles(accept) });

const empty = (node: NodeName): Work => insert((schema) => schema.node(node));

const mediaChoices: readonly BlockChoice[] = [
  media("picture", "figure", IconPhoto, withFiles("image/*")),
  media("gallery", "gallery", IconLayoutGrid, {
    insert(context) {
      const { view, state } = context.editor;
      const ofSelected = state.selection.empty ? null : galleryOfRun(state, 2);
      if (ofSelected === null) context.chooseFiles("image/*", true);
      else show(view, ofSelected);
    },
    turnInto({ editor }) {
      const ofRun = galleryOfRun(editor.state);
      if (ofRun !== null) show(editor.view, ofRun);
    },
  }),
  media("video", "video", IconMovie, withFiles("video/*")),
  media("audio", "audio", IconMusic, withFiles("audio/*")),
  media("file", "fileDownload", IconFileDownload, withFiles()),
  media("link-card", "linkEmbed", IconLinkPlus, empty("linkEmbed")),
  choice("embed", "media", IconAppWindow, () => messages.embed, { isActive: isIn("embed"), ...empty("embed") }),
];

function show(view: EditorView, tr: Transaction): void {
  view.dispatch(tr);
  view.focus();
}

/** @param make default: an empty node */
const layout = (
  id: string,
  icon: BlockChoice["icon"],
  texts: () => Texts,
  { node, make, ...work }: Partial<Work> & { node?: NodeName; make?: Make },
): BlockChoice =>
  choice(id, "layout", icon, texts, {
    ...(node && { isActive: isIn(node) }),
    ...insert(make ?? ((schema) => schema.node(node ?? "paragraph"))),
    ...work,
  });

const columnsOf =
  (count: number): Make =>
  (schema) =>
    schema.node(
      "columns",
      null,
      Array.from({ length: count }, () => emptyColumn(schema)),
    );

const table: Make = (schema) => {
  const row = (name: "tableHeader" | "tableCell") =>
    schema.node(
      "tableRow",
      null,
      Array.from({ length: 3 }, () => schema.node(name, null, paragraph(schema))),
    );
  return schema.node("table", null, [row("tableHeader"), row("tableCell"), row("tableCell")]);
};

const columnsChoice = (count: 2 | 3 | 4, icon: BlockChoice["icon"]): BlockChoice =>
  layout(
    `columns-${count}`,
    icon,
    () => ({ label: messages.blocks.columns.name(count), keywords: messages.blocks.columns.keywords }),
    {
      make: columnsOf(count),
      turnInto: ({ editor }) =>
        void turnSelectionInto(editor, (schema, blocks) => {
          const [first, ...others] = columnsOf(count)(schema).children;
          return first === undefined
            ? blocks
            : schema.node("columns", null, [first.type.create(null, blocks), ...others]);
        }),
    },
  );

const structureChoices: BlockChoice[] = [
  layout("callout", IconInfoSquareRounded, () => messages.blocks.callout, {
    node: "callout",
    make: (schema) => schema.node("callout", null, paragraph(schema)),
    turnInto: ({ editor }) => void turnIntoWrapper(editor, "callout"),
  }),
  layout("pull-quote", IconQuote, () => messages.blocks.pullQuote, {
    node: "pullQuote",
    turnInto: ({ editor }) => void turnSelectionInto(editor, allLinesAs("pullQuote")),
  }),
  layout("details", IconChevronDown, () => messages.blocks.details, {
    node: "details",
    make: (schema) => detailsOf(schema, []),
    turnInto: ({ editor }) => void turnSelectionInto(editor, detailsOf),
  }),
  layout("button", IconClick, () => messages.blocks.button, {
    node: "button",
    turnInto: ({ editor }) =>
      void turnSelectionInto(
        editor,
        allLinesAs("button", (blocks) => ({ href: firstTarget(blocks) })),
      ),
  }),
  layout("table", IconTable, () => messages.blocks.table, {
    node: "table",
    insert({ editor }) {
      editTables(editor);
      insertBlock(editor, table(editor.schema));
    },
  }),
  columnsChoice(2, IconColumns2),
  columnsChoice(3, IconColumns3),
  columnsChoice(4, IconColumns),
  layout("divider", IconSeparatorHorizontal, () => messages.blocks.divider, {
    make: (schema) => schema.node("horizontalRule"),
  }),
  layout("code", IconCode, () => messages.blocks.code, {
    node: "codeBlock",
    shortcut: "Mod+Alt+C",
    turnInto: ({ editor }) => void turnSelectionInto(editor, allLinesAs("codeBlock")),
  }),
  layout("free-html", IconHtml, () => messages.blocks.freeHtml, { node: "freeHtml" }),
];

function containerChoices(definitions: readonly ContainerDefinition[]): BlockChoice[] {
  return definitions.map((definition) => {
    const { name } = containerLook(definition);
    const { description } = containerSign(definition);
    return {
      id: `container-${name}`,
      label: () => name,
      ...(description === "" ? {} : { about: description }),
      keywords: () => `${messages.blocks.container.keywords} ${description}`,
      icon: IconBoxMultiple,
      group: "site",
      isActive: (editor) => editor.isActive("customContainer", { definition }),
      ...insert((schema) => schema.node("customContainer", { definition }, paragraph(schema))),
      turnInto: ({ editor }) => void turnIntoWrapper(editor, "customContainer", { definition }),
    };
  });
}
