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
import type { Node, Schema } from "@tiptap/pm/model";
import { type ContainerDefinition, containerLook, containerSign } from "../../../../server/article/containers.ts";
import type { NodeName } from "../../../../server/article/schema.ts";
import { emptyColumn } from "../../article/commands/column-changes.ts";
import { allLinesAs, detailsOf, firstTarget, turnIntoWrapper } from "../../article/commands/make-blocks.ts";
import { turnSelectionInto } from "../../article/commands/turn-into.ts";
import { editTables } from "../../article/table/table-editing.ts";
import { messages } from "../../messages/index.ts";
import { nodeType } from "../../ui/lib/node-type.ts";
import type { BlockChoice } from "./block-choice.ts";
import { insertBlock } from "./insert-block.ts";

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
