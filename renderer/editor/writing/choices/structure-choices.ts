/** What the menus offer of blocks that are no text and no media: set pieces of a page, and the site's own containers. */
import {
  IconBoxMultiple,
  IconChevronDown,
  IconClick,
  IconCode,
  IconColumns,
  IconColumns2,
  IconColumns3,
  IconHtml,
  IconInfoSquareRounded,
  IconQuote,
  IconSeparatorHorizontal,
  IconTable,
} from "@tabler/icons-react";
import type { Editor } from "@tiptap/core";
import type { Node, Schema } from "@tiptap/pm/model";
import { type ContainerDefinition, containerLook, containerSign } from "../../../../server/article/containers.ts";
import { emptyColumn } from "../../article/commands/column-changes.ts";
import { allLinesAs, detailsOf, firstTarget, turnIntoWrapper } from "../../article/commands/make-blocks.ts";
import { turnSelectionInto } from "../../article/commands/turn-into.ts";
import { editTables } from "../../article/table/table-editing.ts";
import { messages } from "../../messages/index.ts";
import { nodeType } from "../../ui/lib/node-type.ts";
import type { BlockChoice } from "./block-choice.ts";
import { insertBlock } from "./insert-block.ts";

type Make = (schema: Schema) => Node;

const paragraph: Make = (schema) => nodeType(schema, "paragraph").create();
const insert = (make: Make) => ({
  insert: ({ editor }: { editor: Editor }) => void insertBlock(editor, make(editor.schema)),
});

const columnsOf =
  (count: number): Make =>
  (schema) =>
    nodeType(schema, "columns").create(
      null,
      Array.from({ length: count }, () => emptyColumn(schema)),
    );

/** Three by three, the first row its head. */
const table: Make = (schema) => {
  const row = (name: "tableHeader" | "tableCell") =>
    nodeType(schema, "tableRow").create(
      null,
      Array.from({ length: 3 }, () => nodeType(schema, name).create(null, paragraph(schema))),
    );
  return nodeType(schema, "table").create(null, [row("tableHeader"), row("tableCell"), row("tableCell")]);
};

const columnsChoice = (count: 2 | 3 | 4, icon: BlockChoice["icon"]): BlockChoice => ({
  id: `columns-${count}`,
  label: () => messages.blocks.columns.name(count),
  keywords: () => messages.blocks.columns.keywords,
  icon,
  group: "layout",
  ...insert(columnsOf(count)),
  turnInto: ({ editor }) =>
    void turnSelectionInto(editor, (schema, blocks) => {
      const [first, ...others] = columnsOf(count)(schema).children;
      return first === undefined
        ? blocks
        : nodeType(schema, "columns").create(null, [first.type.create(null, blocks), ...others]);
    }),
});

/** The blocks that every article can have. */
export const structureChoices: BlockChoice[] = [
  {
    id: "callout",
    label: () => messages.blocks.callout.name,
    keywords: () => messages.blocks.callout.keywords,
    icon: IconInfoSquareRounded,
    group: "layout",
    isActive: (editor) => editor.isActive("callout"),
    ...insert((schema) => nodeType(schema, "callout").create(null, paragraph(schema))),
    turnInto: ({ editor }) => void turnIntoWrapper(editor, "callout"),
  },
  {
    id: "pull-quote",
    label: () => messages.blocks.pullQuote.name,
    keywords: () => messages.blocks.pullQuote.keywords,
    icon: IconQuote,
    group: "layout",
    isActive: (editor) => editor.isActive("pullQuote"),
    ...insert((schema) => nodeType(schema, "pullQuote").create()),
    turnInto: ({ editor }) => void turnSelectionInto(editor, allLinesAs("pullQuote")),
  },
  {
    id: "details",
    label: () => messages.blocks.details.name,
    keywords: () => messages.blocks.details.keywords,
    icon: IconChevronDown,
    group: "layout",
    isActive: (editor) => editor.isActive("details"),
    ...insert((schema) => detailsOf(schema, [])),
    turnInto: ({ editor }) => void turnSelectionInto(editor, detailsOf),
  },
  {
    id: "button",
    label: () => messages.blocks.button.name,
    keywords: () => messages.blocks.button.keywords,
    icon: IconClick,
    group: "layout",
    isActive: (editor) => editor.isActive("button"),
    ...insert((schema) => nodeType(schema, "button").create()),
    turnInto: ({ editor }) =>
      void turnSelectionInto(
        editor,
        allLinesAs("button", (blocks) => ({ href: firstTarget(blocks) })),
      ),
  },
  {
    id: "table",
    label: () => messages.blocks.table.name,
    keywords: () => messages.blocks.table.keywords,
    icon: IconTable,
    group: "layout",
    isActive: (editor) => editor.isActive("table"),
    insert({ editor }) {
      editTables(editor);
      insertBlock(editor, table(editor.schema));
    },
  },
  columnsChoice(2, IconColumns2),
  columnsChoice(3, IconColumns3),
  columnsChoice(4, IconColumns),
  {
    id: "divider",
    label: () => messages.blocks.divider.name,
    keywords: () => messages.blocks.divider.keywords,
    icon: IconSeparatorHorizontal,
    group: "layout",
    ...insert((schema) => nodeType(schema, "horizontalRule").create()),
  },
  {
    id: "code",
    label: () => messages.blocks.code.name,
    keywords: () => messages.blocks.code.keywords,
    icon: IconCode,
    group: "layout",
    shortcut: "Mod+Alt+C",
    isActive: (editor) => editor.isActive("codeBlock"),
    ...insert((schema) => nodeType(schema, "codeBlock").create()),
    turnInto: ({ editor }) => void turnSelectionInto(editor, allLinesAs("codeBlock")),
  },
  {
    id: "free-html",
    label: () => messages.blocks.freeHtml.name,
    keywords: () => messages.blocks.freeHtml.keywords,
    icon: IconHtml,
    group: "layout",
    isActive: (editor) => editor.isActive("freeHtml"),
    ...insert((schema) => nodeType(schema, "freeHtml").create()),
  },
];

/** The containers that the site defined for this article. @param definitions as `EditorSession.custom_containers` has them */
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
