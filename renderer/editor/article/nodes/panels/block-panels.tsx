/** The panels of blocks, and all other code that blocks load on demand, in one chunk. */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import { type MouseEvent, useMemo, useRef, useState } from "react";
import type { ContainerDefinition } from "../../../../../server/article/containers.ts";
import { readEmbed } from "../../../../../server/article/embeds/embed.ts";
import { EMBED_SHAPES, type EmbedHost } from "../../../../../server/article/embeds/settings.ts";
import {
  CALLOUT_TONES,
  MAX_COLUMNS,
  MAX_FREE_HTML_LENGTH,
  MAX_GALLERY_COLUMNS,
} from "../../../../../server/article/schema.ts";
import { messages } from "../../../messages/index.ts";
import { TextButton } from "../../../ui/buttons.tsx";
import type { MediaParts } from "../../../uploads/assets.ts";
import { chooseFiles, insertFiles } from "../../../uploads/picture-input.ts";
import { addColumn, removeColumn } from "../../commands/block-actions.ts";
import { type FromCode, readCodeText, withBlocks } from "../../paste/embed-code.ts";
import { removeBlock, ungroupGallery } from "../media/media-commands.ts";
import { BlockBar } from "./BlockBar.tsx";
import { AttributeField, ChoiceField, LinkField, PanelRow, TextField, useTyping } from "./fields.tsx";
import { type PanelBlock, usePanel } from "./panel.ts";

export { TableTools } from "../../table/TableTools.tsx";
export { editTables } from "../../table/table-editing.ts";
export { FigurePanel } from "./FigurePanel.tsx";

const keepSelection = (event: MouseEvent) => event.preventDefault();

export function ButtonPanel() {
  return <LinkField label={messages.media.address} placeholder={messages.link.placeholder} />;
}

export function CalloutPanel() {
  const { block, node } = usePanel();
  const { tones, tone } = messages.blocks.callout;
  return (
    <ChoiceField
      label={tone}
      value={node.attrs.tone}
      choices={CALLOUT_TONES.map((value) => [value, tones[value]] as const)}
      onWrite={(value) => block.write({ tone: value })}
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
        block.write({ definition: newest });
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
    <label className="block-field">
      <span>{messages.blocks.details.opened}</span>
      <input
        type="checkbox"
        checked={node.attrs.open === true}
        onChange={(event) => block.write({ open: event.currentTarget.checked })}
      />
    </label>
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
          <TextButton onClick={() => turnIntoBlocks(block, code)}>
            {isEmbed ? messages.embed.label : messages.media.choices["link-card"].label}
          </TextButton>
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

export function PlayerPanel({ queue }: Pick<MediaParts, "queue">) {
  const { node } = usePanel();
  const t = messages.media;
  return (
    <BlockBar>
      <AttributeField name="title" label={t.title} placeholder={t.titlePlaceholder} />
      {node.type.name === "video" && <PosterRow queue={queue} />}
      <RemoveRow />
    </BlockBar>
  );
}

function PosterRow({ queue }: Pick<MediaParts, "queue">) {
  const { block, node } = usePanel();
  const { view, getPos } = block;
  const t = messages.media;
  const choose = useRef<HTMLButtonElement>(null);
  /** Why the chosen file was rejected; shown until the node changes. */
  const [problem, setProblem] = useState<{ text: string; of: Node } | null>(null);
  const poster = String(node.attrs.poster);
  const onChoose = () =>
    chooseFiles("image/*", t.choosePoster, false, ([picture]) => {
      const position = getPos();
      const video = position === undefined ? null : view.state.doc.nodeAt(position);
      if (position === undefined || video === null || picture === undefined) return;
      if (picture.type.startsWith("image/"))
        insertFiles(view, queue, [picture], { position: position + video.nodeSize, use: "poster" });
      else setProblem({ text: t.noPicture(picture.name), of: node });
    });
  return (
    <PanelRow>
      <span role="status">{problem?.of === node ? problem.text : poster === "" ? t.noPoster : t.poster(poster)}</span>
      <TextButton ref={choose} onClick={onChoose}>
        {t.choosePoster}
      </TextButton>
      {poster !== "" && (
        <TextButton
          onClick={() => {
            block.write({ poster: "" });
            choose.current?.focus();
          }}
        >
          {t.removePoster}
        </TextButton>
      )}
    </PanelRow>
  );
}

export function GalleryPanel({ queue }: Pick<MediaParts, "queue">) {
  const { block, node } = usePanel();
  const { view, getPos } = block;
  const t = messages.media;
  const numbers = Array.from({ length: MAX_GALLERY_COLUMNS }, (_, index) => String(index + 1));
  const onAdd = () =>
    chooseFiles("image/*", t.addPictures, true, (files) => {
      const position = getPos();
      const gallery = position === undefined ? null : view.state.doc.nodeAt(position);
      if (position === undefined || gallery === null) return;
      insertFiles(view, queue, files, { position: position + gallery.nodeSize - 1 });
    });
  const ungroup = () => {
    const tr = ungroupGallery(view.state, getPos() ?? 0);
    if (tr === null) return;
    view.dispatch(tr);
    view.focus();
  };
  return (
    <BlockBar>
      <ChoiceField
        label={t.inARow}
        value={node.attrs.columns}
        choices={numbers.map((number) => [number, number] as const)}
        onWrite={(value) => block.write({ columns: Number(value) })}
      />
      <TextButton onClick={onAdd}>{t.addPictures}</TextButton>
      <TextButton onClick={ungroup}>{t.ungroup}</TextButton>
      <RemoveRow />
    </BlockBar>
  );
}

export function FilePanel() {
  const t = messages.media;
  return (
    <BlockBar>
      <AttributeField name="title" label={t.title} placeholder={t.filePlaceholder} />
      <RemoveRow />
    </BlockBar>
  );
}

export function LinkCardPanel() {
  const t = messages.media;
  return (
    <BlockBar>
      <LinkField label={t.address} placeholder="https://…" />
      <AttributeField name="title" label={t.title} />
      <AttributeField name="description" label={t.cardDescription} />
      <RemoveRow />
    </BlockBar>
  );
}

function RemoveRow() {
  const { view, getPos } = usePanel().block;
  return (
    <PanelRow>
      <TextButton onClick={() => removeBlock(view, getPos())}>{messages.figure.remove}</TextButton>
    </PanelRow>
  );
}

export function EmbedPanel({ hosts, imports }: Pick<MediaParts, "imports"> & { hosts: readonly EmbedHost[] }) {
  const { block, node } = usePanel();
  const t = messages.embed;
  const { href, title, shape } = node.attrs as Record<"href" | "title" | "shape", string>;
  const read = readEmbed(href, hosts);
  const shapes: readonly string[] = EMBED_SHAPES;
  return (
    <BlockBar>
      <TextField
        label={messages.media.address}
        placeholder="https://…"
        value={href}
        onWrite={(typed) => {
          const typedEmbed = readEmbed(typed, hosts);
          const next = typedEmbed.ok ? typedEmbed.embed.address : typed.trim();
          if (next === href) return;
          // Still and fetched title belong to the previous URL. A title typed by the journalist stays.
          const reset = imports.isTitleOf(href, title) ? { title: "" } : {};
          block.write({ href: next, poster: "", ...reset });
        }}
      />
      <p className="block-problem" role="status">
        {read.ok || href === "" ? "" : t.refused(read.reason, read.host)}
      </p>
      <AttributeField name="title" label={messages.media.title} placeholder={messages.media.titlePlaceholder} />
      <ChoiceField
        label={t.shape}
        value={shape}
        choices={[
          ["", read.ok ? t.usualShape(read.embed.shape) : t.usualShape("")],
          ...[...(shape === "" || shapes.includes(shape) ? [] : [shape]), ...shapes].map(
            (each) => [each, each] as const,
          ),
        ]}
        onWrite={(value) => block.write({ shape: value })}
      />
      <RemoveRow />
    </BlockBar>
  );
}
