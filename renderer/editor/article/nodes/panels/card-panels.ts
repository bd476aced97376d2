/** The fields of a file to download and of a link card. */
import type { NodeViewRendererProps } from "@tiptap/core";
import { messages } from "../../../messages/index.ts";
import { takeOut } from "../take-out.ts";
import { fieldWriter } from "./field-writer.ts";
import { type Field, textField } from "./fields.ts";
import { type Panel, returnToBlock } from "./panel-host.ts";
import { focusField, linkField, mediaPanel, panelButton, panelRow } from "./panel-parts.ts";

type Block = Pick<NodeViewRendererProps, "view" | "getPos">;

export function createFilePanel(block: Block): Panel {
  const t = messages.media;
  return createCardPanel(block, { title: { label: t.title, placeholder: t.filePlaceholder } });
}

export function createLinkPanel(block: Block): Panel {
  const t = messages.media;
  return createCardPanel(block, {
    href: { label: t.address, placeholder: "https://…" },
    title: { label: t.title, placeholder: "" },
    description: { label: t.cardDescription, placeholder: "" },
  });
}

function createCardPanel(
  { view, getPos }: Block,
  /** Attribute → its words. */
  words: Readonly<Record<string, { label: string; placeholder: string }>>,
): Panel {
  const panel = mediaPanel();
  const write = fieldWriter(view, getPos, panel);
  const onDone = () => returnToBlock(view, getPos);
  const fields = Object.entries(words).map(([attribute, { label, placeholder }]): [string, Field] => {
    const make = attribute === "href" ? linkField : textField;
    return [attribute, make({ label, placeholder, onInput: (value) => write({ [attribute]: value }), onDone })];
  });
  const remove = panelButton(messages.figure.remove, () => takeOut(view, getPos()));
  panel.append(...fields.map(([, field]) => field.dom), panelRow(null, remove));
  return {
    dom: panel,
    show(node) {
      for (const [attribute, field] of fields) field.show(node.attrs[attribute]);
    },
    focus: () => focusField(fields[0]?.[1]),
  };
}
