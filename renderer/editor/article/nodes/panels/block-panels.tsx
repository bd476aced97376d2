/** Panels of the text blocks. All that blocks load later is one module: after the first, the others are loaded. */

import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import { type MouseEvent, useMemo } from "react";
import type { ContainerDefinition } from "../../../../../server/article/containers.ts";
import type { EmbedHost } from "../../../../../server/article/embeds/settings.ts";
import { CALLOUT_TONES, MAX_COLUMNS, MAX_FREE_HTML_LENGTH } from "../../../../../server/article/schema.ts";
import { messages } from "../../../messages/index.ts";
import { problemOf, targetFromTyped } from "../../../ui/lib/links.ts";
import { TextButton } from "../../../ui/TextButton.tsx";
import { addColumn, removeColumn } from "../../commands/column-changes.ts";
import { type FromCode, readCodeText } from "../../paste/embed-code.ts";
import { withBlocks } from "../../paste/paste-code.ts";
import { AttributeField, CheckField, ChoiceField, TextField, useTyping } from "./fields.tsx";
import type { PanelProps } from "./panel-host.ts";
import { setAttribute } from "./panel-host.ts";

export { TableTools } from "../../table/TableTools.tsx";
export { editTables } from "../../table/table-editing.ts";
export { previewFreeHtml } from "../free-html-preview.ts";
export { FigurePanel } from "./FigurePanel.tsx";
export { EmbedPanel, FilePanel, GalleryPanel, LinkCardPanel, PlayerPanel } from "./media-panels.tsx";

const keepSelection = (event: MouseEvent) => event.preventDefault();

export function ButtonPanel({ block, node }: PanelProps) {
  const href = String(node.attrs.href);
  const problem = problemOf(href);
  return (
    <>
      <TextField
        label={messages.blocks.button.target}
        placeholder={messages.link.placeholder}
        value={href}
        // An invalid URL is kept as typed, so that it can be corrected.
        onWrite={(typed) => block.write({ href: targetFromTyped(typed) ?? typed })}
      />
      <p className="block-problem" role="status">
        {problem === null ? "" : messages.link.problems[problem]}
      </p>
    </>
  );
}

export function CalloutPanel({ block: { view, getPos }, node }: PanelProps) {
  const { tones, tone } = messages.blocks.callout;
  return (
    <ChoiceField
      label={tone}
      value={node.attrs.tone}
      choices={CALLOUT_TONES.map((value) => [value, tones[value]] as const)}
      onWrite={(value) => setAttribute(view, getPos, "tone", value)}
    />
  );
}

/** @param newest the site's current definition; null where the block already has it */
export function ContainerPanel({ block, newest }: Pick<PanelProps, "block"> & { newest: ContainerDefinition | null }) {
  const t = messages.blocks.container;
  if (newest === null) return null;
  return (
    <TextButton
      onMouseDown={keepSelection}
      onClick={() => {
        setAttribute(block.view, block.getPos, "definition", newest);
        block.view.focus();
      }}
    >
      {t.take}
    </TextButton>
  );
}

export function CodePanel({ block, node, maxLength }: PanelProps & { maxLength: number }) {
  const t = messages.blocks.code;
  return (
    <AttributeField
      block={block}
      node={node}
      name="language"
      label={t.language}
      placeholder={t.languagePlaceholder}
      maxLength={maxLength}
    />
  );
}

export function ColumnsPanel({ node, editor }: { node: Node; editor: Editor }) {
  const t = messages.blocks.columns;
  return (
    <>
      <TextButton
        disabled={node.childCount >= MAX_COLUMNS}
        onMouseDown={keepSelection}
        onClick={() => addColumn(editor)}
      >
        {t.add}
      </TextButton>
      <TextButton onMouseDown={keepSelection} onClick={() => removeColumn(editor)}>
        {t.remove}
      </TextButton>
    </>
  );
}

export function DetailsPanel({ block: { view, getPos }, node }: PanelProps) {
  return (
    <CheckField
      label={messages.blocks.details.openAtFirst}
      checked={node.attrs.open === true}
      onWrite={(checked) => setAttribute(view, getPos, "open", checked)}
    />
  );
}

export function FreeHtmlPanel({ block, node, hosts }: PanelProps & { hosts: readonly EmbedHost[] }) {
  const t = messages.blocks.freeHtml;
  const typing = useTyping(node.attrs.html, (html) => block.write({ html }));
  const code = useMemo(() => readCodeText(String(node.attrs.html), hosts), [node.attrs.html, hosts]);
  const isEmbed = code?.every(({ kind }) => kind === "embed");
  return (
    <>
      <textarea
        className="field"
        aria-label={t.source}
        placeholder={t.placeholder}
        rows={6}
        spellCheck={false}
        maxLength={MAX_FREE_HTML_LENGTH}
        {...typing}
      />
      {code !== null && (
        <p className="block-problem" role="status">
          {t.frame}{" "}
          <TextButton onClick={() => turnIntoBlocks(block, code)}>{isEmbed ? t.toEmbed : t.toCard}</TextButton>
        </p>
      )}
    </>
  );
}

function turnIntoBlocks({ view, getPos }: PanelProps["block"], code: readonly FromCode[]): void {
  const position = getPos();
  if (position === undefined) return;
  const tr = view.state.tr.setSelection(NodeSelection.create(view.state.doc, position));
  view.dispatch(withBlocks(tr, code));
  view.focus();
}

export function PullQuotePanel({ block, node }: PanelProps) {
  const t = messages.blocks.pullQuote;
  return <AttributeField block={block} node={node} name="source" label={t.source} placeholder={t.sourcePlaceholder} />;
}
