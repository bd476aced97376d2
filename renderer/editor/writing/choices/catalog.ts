/** All blocks that can be inserted, in menu order. */

import {
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
import type { Node, Schema } from "@tiptap/pm/model";
import type { Transaction } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";
import { type ContainerDefinition, containerLook, containerSign } from "../../../../server/article/containers.ts";
import type { NodeName } from "../../../../server/article/schema.ts";
import type { EditorSession } from "../../../../server/contracts/editor-api.ts";
import { emptyColumn } from "../../article/commands/column-changes.ts";
import { allLinesAs, detailsOf, eachLineAs, firstTarget, turnIntoWrapper } from "../../article/commands/make-blocks.ts";
import { turnSelectionInto } from "../../article/commands/turn-into.ts";
import { galleryOfRun } from "../../article/nodes/media/gallery-changes.ts";
import { editTables } from "../../article/table/table-editing.ts";
import type { Messages } from "../../messages/en/index.ts";
import { messages } from "../../messages/index.ts";
import { nodeType } from "../../ui/lib/node-type.ts";
import type { BlockChoice, BlockContext } from "./block-choice.ts";
import { insertBlock } from "./insert-block.ts";

export function blockChoices(session: Pick<EditorSession, "custom_containers">): readonly BlockChoice[] {
  return [...textChoices, ...mediaChoices, ...structureChoices, ...containerChoices(session.custom_containers)];
}

const plainWords = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mark}/gu, "")
    .toLocaleLowerCase();

/** The choices that match a query, best first: by the label's start, a word of it, a keyword, a part of the label. */
export function rankChoices(
  choices: readonly BlockChoice[],
  query: string,
): readonly { choice: BlockChoice; rank: number }[] {
  const wanted = plainWords(query.trim());
  if (wanted === "") return choices.map((choice) => ({ choice, rank: 0 }));
  const rank = (choice: BlockChoice): number => {
    const label = plainWords(choice.label());
    if (label.startsWith(wanted)) return 0;
    const begins = (words: string) => words.split(/\s+/).some((word) => word.startsWith(wanted));
    if (begins(label)) return 1;
    if (begins(plainWords(choice.keywords()))) return 2;
    return label.includes(wanted) ? 3 : 4;
  };
  return choices
    .map((choice) => ({ choice, rank: rank(choice) }))
    .filter(({ rank }) => rank < 4)
    .sort((a, b) => a.rank - b.rank);
}

interface TextBlock {
  id: keyof Messages["writing"]["blocks"];
  icon: BlockChoice["icon"];
  shortcut: string;
  isActive(editor: Editor): boolean;
  become(editor: Editor): void;
}

const heading = (level: 2 | 3 | 4, icon: BlockChoice["icon"]): TextBlock => ({
  id: `heading-${level}`,
  icon,
  shortcut: `Mod+Alt+${level}`,
  isActive: (editor) => editor.isActive("heading", { level }),
  become: (editor) => void turnSelectionInto(editor, eachLineAs("heading", { level })),
});

const list = (
  id: "bullet-list" | "ordered-list",
  name: "bulletList" | "orderedList",
  icon: BlockChoice["icon"],
  shortcut: string,
): TextBlock => ({
  id,
  icon,
  shortcut,
  isActive: (editor) => editor.isActive(name),
  become(editor) {
    // A list becomes the other kind with its levels.
    if (!editor.isActive("bulletList") && !editor.isActive("orderedList"))
      turnSelectionInto(editor, eachLineAs("paragraph"));
    editor.commands.toggleList(name, "listItem");
  },
});

const BLOCKS: readonly TextBlock[] = [
  {
    id: "paragraph",
    icon: IconLetterP,
    shortcut: "Mod+Alt+0",
    isActive: (editor) =>
      editor.isActive("paragraph") &&
      !["bulletList", "orderedList", "blockquote", "callout", "customContainer"].some((name) => editor.isActive(name)),
    become: (editor) => void turnSelectionInto(editor, eachLineAs("paragraph")),
  },
  heading(2, IconH2),
  heading(3, IconH3),
  heading(4, IconH4),
  list("bullet-list", "bulletList", IconList, "Mod+Shift+8"),
  list("ordered-list", "orderedList", IconListNumbers, "Mod+Shift+7"),
  {
    id: "quote",
    icon: IconBlockquote,
    shortcut: "Mod+Shift+B",
    isActive: (editor) => editor.isActive("blockquote"),
    become: (editor) => void turnIntoWrapper(editor, "blockquote"),
  },
];

const textChoices: readonly BlockChoice[] = BLOCKS.map(({ id, icon, shortcut, isActive, become }) => ({
  id,
  icon,
  shortcut,
  isActive,
  group: "text",
  label: () => messages.writing.blocks[id].label,
  keywords: () => messages.writing.blocks[id].keywords,
  insert({ editor }: BlockContext) {
    insertBlock(editor, nodeType(editor.schema, "paragraph").create());
    become(editor);
    editor.view.focus();
  },
  turnInto({ editor }: BlockContext) {
    if (!isActive(editor)) become(editor);
    editor.view.focus();
  },
}));

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

const mediaChoices: readonly BlockChoice[] = [
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

type Make = (schema: Schema) => Node;

interface Layout extends Partial<BlockChoice> {
  node?: NodeName;
  make?: Make;
}

const insert = (make: Make): Pick<BlockChoice, "insert"> => ({
  insert: ({ editor }) => void insertBlock(editor, make(editor.schema)),
});

const layout = (
  id: string,
  icon: BlockChoice["icon"],
  words: () => { name: string; keywords: string },
  { node, make, ...more }: Layout,
): BlockChoice => ({
  id,
  icon,
  group: "layout",
  label: () => words().name,
  keywords: () => words().keywords,
  ...(node && { isActive: (editor) => editor.isActive(node) }),
  ...insert(make ?? ((schema) => nodeType(schema, node ?? "paragraph").create())),
  ...more,
});

const paragraph: Make = (schema) => nodeType(schema, "paragraph").create();

const columnsOf =
  (count: number): Make =>
  (schema) =>
    nodeType(schema, "columns").create(
      null,
      Array.from({ length: count }, () => emptyColumn(schema)),
    );

const table: Make = (schema) => {
  const row = (name: "tableHeader" | "tableCell") =>
    nodeType(schema, "tableRow").create(
      null,
      Array.from({ length: 3 }, () => nodeType(schema, name).create(null, paragraph(schema))),
    );
  return nodeType(schema, "table").create(null, [row("tableHeader"), row("tableCell"), row("tableCell")]);
};

const columnsChoice = (count: 2 | 3 | 4, icon: BlockChoice["icon"]): BlockChoice =>
  layout(
    `columns-${count}`,
    icon,
    () => ({ name: messages.blocks.columns.name(count), keywords: messages.blocks.columns.keywords }),
    {
      make: columnsOf(count),
      turnInto: ({ editor }) =>
        void turnSelectionInto(editor, (schema, blocks) => {
          const [first, ...others] = columnsOf(count)(schema).children;
          return first === undefined
            ? blocks
            : nodeType(schema, "columns").create(null, [first.type.create(null, blocks), ...others]);
        }),
    },
  );

export const structureChoices: BlockChoice[] = [
  layout("callout", IconInfoSquareRounded, () => messages.blocks.callout, {
    node: "callout",
    make: (schema) => nodeType(schema, "callout").create(null, paragraph(schema)),
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
    make: (schema) => nodeType(schema, "horizontalRule").create(),
  }),
  layout("code", IconCode, () => messages.blocks.code, {
    node: "codeBlock",
    shortcut: "Mod+Alt+C",
    turnInto: ({ editor }) => void turnSelectionInto(editor, allLinesAs("codeBlock")),
  }),
  layout("free-html", IconHtml, () => messages.blocks.freeHtml, { node: "freeHtml" }),
];

export function containerChoices(definitions: readonly ContainerDefinition[]): BlockChoice[] {
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
      ...insert((schema) => nodeType(schema, "customContainer").create({ definition }, paragraph(schema))),
      turnInto: ({ editor }) => void turnIntoWrapper(editor, "customContainer", { definition }),
    };
  });
}
