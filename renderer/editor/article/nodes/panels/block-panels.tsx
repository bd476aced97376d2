/** Panels of the text blocks, and all other code that blocks load on demand, in one chunk. */

import type { Editor } from "@tiptap/core";
import { NodeSelection } from "@tiptap/pm/state";
import { type MouseEvent, useMemo } from "react";
import type { ContainerDefinition } from "../../../../../server/article/containers.ts";
import type { EmbedHost } from "../../../../../server/article/embeds/settings.ts";
import { CALLOUT_TONES, MAX_COLUMNS, MAX_FREE_HTML_LENGTH } from "../../../../../server/article/schema.ts";
import { messages } from "../../../messages/index.ts";
import { TextButton } from "../../../ui/buttons.tsx";
import { problemOf, targetFromTyped } from "../../../ui/lib/links.ts";
import { addColumn, removeColumn } from "../../commands/column-changes.ts";
import { type FromCode, readCodeText, withBlocks } from "../../paste/embed-code.ts";
import { AttributeField, ChoiceField, Field, TextField, useTyping } from "./fields.tsx";
import { type PanelBlock, setAttribute, usePanel } from "./panel.ts";

export { TableTools } from "../../table/TableTools.tsx";
export { editTables } from "../../table/table-editing.ts";
export { previewFreeHtml } from "../free-html-preview.ts";
export { FigurePanel } from "./FigurePanel.tsx";
export { EmbedPanel, FilePanel, GalleryPanel, LinkCardPanel, PlayerPanel } from "./media-panels.tsx";

const keepSelection = (event: MouseEvent) => event.preventDefault();

export function ButtonPanel() {
  const { block, node } = usePanel();
  const href = String(node.attrs.href);
  const problem = problemOf(href);
  return (
    <>
      <TextField
        label={messages.media.address}
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

export function CalloutPanel() {
  const { block, node } = usePanel();
  const { tones, tone } = messages.blocks.callout;
  return (
    <ChoiceField
      label={tone}
      value={node.attrs.tone}
      choices={CALLOUT_TONES.map((value) => [value, tones[value]] as const)}
      onWrite={(value) => setAttribute(block, "tone", value)}
    />
  );
}

type Definition = ContainerDefinition | null;

/** @param updateOf returns the site's current definition; null if the block already has it */
export function ContainerPanel({ updateOf }: { updateOf(definition: Definition): Definition }) {
  const { block, node } = usePanel();
  const newest = updateOf(node.attrs.definition as Definition);
  if (newest === null) return null;
  return (
    <TextButton
      onMouseDown={keepSelection}
      onClick={() => {
        setAttribute(block, "definition", newest);
        block.view.focus();
      }}
    >
      {messages.blocks.container.take}
    </TextButton>
  );
}

export function CodePanel({ maxLength }: { maxLength: number }) {
  const { language, languagePlaceholder } = messages.blocks.code;
  return <AttributeField name="language" label={language} placeholder={languagePlaceholder} maxLength={maxLength} />;
}

export function ColumnsPanel({ editor }: { editor: Editor }) {
  const { node } = usePanel();
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

export function DetailsPanel() {
  const { block, node } = usePanel();
  return (
    <Field label={messages.blocks.details.opened}>
      {(id) => (
        <input
          id={id}
          type="checkbox"
          checked={node.attrs.open === true}
          onChange={(event) => setAttribute(block, "open", event.currentTarget.checked)}
        />
      )}
    </Field>
  );
}

export function FreeHtmlPanel({ hosts }: { hosts: readonly EmbedHost[] }) {
  const { block, node } = usePanel();
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

function turnIntoBlocks({ view, getPos }: PanelBlock, code: readonly FromCode[]): void {
  const position = getPos();
  if (position === undefined) return;
  const tr = view.state.tr.setSelection(NodeSelection.create(view.state.doc, position));
  view.dispatch(withBlocks(tr, code));
  view.focus();
}

export function PullQuotePanel() {
  const { source, sourcePlaceholder } = messages.blocks.pullQuote;
  return <AttributeField name="source" label={source} placeholder={sourcePlaceholder} />;
}
