/** The fields of a figure beside caption and description: credit, link, width, focus point; in a gallery, its place. */
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { type Crop, FIGURE_WIDTHS } from "../../../../../server/article/schema.ts";
import { announce } from "../../../lib/dom.ts";
import { messages, sizeInWords } from "../../../messages/index.ts";
import { chooseFiles } from "../../../uploads/choose-files.ts";
import { hasOriginal, isLargeFile, publishOriginal, shrinkPicture } from "../../../uploads/large-pictures.ts";
import type { MediaParts } from "../../../uploads/media-parts.ts";
import { takeOut } from "../block-moves.ts";
import type { CropDialog } from "../crop/CropDialog.tsx";
import type * as CropTools from "../crop/crop-picture.ts";
import type { Cropping } from "../crop/crop-picture.ts";
import { isCroppableAt } from "../crop/croppable.ts";
import { pictureInGallery } from "../media/gallery-changes.ts";
import { moveInGallery } from "../media/media-keys.ts";
import { FocusPoint } from "./FocusPoint.tsx";
import { ChoiceField, LinkField, PanelButton, PanelRow, TextField, useKept } from "./fields.tsx";
import { focusControl, type PanelBlock, type PanelProps } from "./panel-host.ts";

export interface FigurePanelProps extends PanelProps, Pick<MediaParts, "files" | "queue"> {
  /** Holds the picture. */
  frame: HTMLElement;
  isInGallery: boolean;
}

export function FigurePanel({ block, node, frame, isInGallery, files, queue }: FigurePanelProps) {
  const t = messages.media;
  const { alt, credit, href, width } = node.attrs;
  const isPicture = frame.querySelector("img") !== null;
  return (
    <>
      {isInGallery && (
        <>
          <PlaceRow block={block} />
          <TextField
            label={messages.figure.description}
            placeholder={messages.figure.descriptionPlaceholder}
            value={alt}
            onWrite={(value) => block.write({ alt: value })}
          />
        </>
      )}
      <TextField
        label={t.credit}
        placeholder={t.creditPlaceholder}
        value={credit}
        onWrite={(value) => block.write({ credit: value })}
      />
      {isPicture && (
        <LinkField
          block={block}
          label={t.link}
          placeholder={messages.link.placeholder}
          value={href}
          onWrite={(value) => block.write({ href: value })}
        />
      )}
      {!isInGallery && (
        <ChoiceField
          label={t.width}
          value={width}
          choices={FIGURE_WIDTHS.map((each) => [each, t.widths[each]] as const)}
          onWrite={(value) => block.write({ width: value })}
        />
      )}
      {isPicture && <FocusPoint block={block} node={node} frame={frame} />}
      {isPicture && <CropRow block={block} node={node} files={files} queue={queue} />}
      {isPicture && <SizeRow block={block} node={node} files={files} queue={queue} />}
    </>
  );
}

/** The button that crops and turns the picture; its dialog comes when it is asked for. */
function CropRow({ block, node, files, queue }: PanelProps & Pick<MediaParts, "files" | "queue">) {
  const [open, setOpen] = useState<{
    Dialog: typeof CropDialog;
    cropping: Cropping;
    tools: typeof CropTools;
    end: AbortController;
  } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const canCrop = useCanCrop(String(node.attrs.file), files);
  const { view, getPos } = block;
  const parts = { files, queue };

  async function start(): Promise<void> {
    setProblem(null);
    try {
      const [{ CropDialog: Dialog }, tools] = await Promise.all([
        import("../crop/CropDialog.tsx"),
        import("../crop/crop-picture.ts"),
      ]);
      const { file, crop } = node.attrs as { file: string; crop: Crop | null };
      const cropping = await tools.openCropping(file, crop, parts);
      setOpen({ Dialog, tools, cropping, end: new AbortController() });
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  function close(): void {
    open?.end.abort();
    open?.cropping.bitmap.close();
    setOpen(null);
    if (button.current?.isConnected) button.current.focus();
    else view.focus();
  }

  if (!canCrop) return null;
  return (
    <PanelRow>
      <PanelButton ref={button} data-control="crop" onClick={() => void start()}>
        {messages.media.crop.open}
      </PanelButton>
      {problem !== null && <span role="alert">{problem}</span>}
      {open !== null &&
        createPortal(
          <open.Dialog
            cropping={open.cropping}
            onApply={(after) => open.tools.applyCrop(view, getPos, parts, open.cropping, after, open.end.signal)}
            onClose={close}
          />,
          document.body,
        )}
    </PanelRow>
  );
}

/** Whether a picture is one to crop; not before that is known. */
function useCanCrop(file: string, files: MediaParts["files"]): boolean {
  const [known, setKnown] = useState({ file: "", can: false });
  useEffect(() => {
    let isWanted = true;
    void isCroppableAt(files.url(file), files.get(file)?.type ?? "").then((can) => isWanted && setKnown({ file, can }));
    return () => {
      isWanted = false;
    };
  }, [file, files]);
  return known.file === file && known.can;
}

/** Where a picture stands in its gallery, and the buttons that move it and take it out. */
function PlaceRow({ block: { view, getPos } }: { block: PanelBlock }) {
  const t = messages.media;
  const place = pictureInGallery(view.state.doc, getPos() ?? 0);
  const move = (step: 1 | -1) => {
    const position = getPos();
    if (position === undefined || !moveInGallery(view, position, step)) return;
    // The picture may have got a new view, with fields of its own.
    focusControl(view.nodeDOM(view.state.selection.from), step < 0 ? "left" : "right");
  };
  return (
    <PanelRow>
      <strong>{place === null ? "" : t.pictureOf(place.index + 1, place.count)}</strong>
      <PanelButton data-control="left" aria-disabled={place?.index === 0} onClick={() => move(-1)}>
        {t.moveLeft}
      </PanelButton>
      <PanelButton
        data-control="right"
        aria-disabled={place !== null && place.index === place.count - 1}
        onClick={() => move(1)}
      >
        {t.moveRight}
      </PanelButton>
      <PanelButton onClick={() => takeOut(view, getPos())}>{t.removePicture}</PanelButton>
    </PanelRow>
  );
}

/** How readers get the picture: as it is where that is much, else in sizes made of it, or its original by choice. */
function SizeRow({ block, node, files, queue }: PanelProps & Pick<MediaParts, "files" | "queue">) {
  const t = messages.media.size;
  const [changing, setChanging] = useKept<"no" | "working" | { problem: string }>(block, "changing", "no");
  const file = String(node.attrs.file);
  const entry = files.get(file);
  if (entry === undefined) return null;
  const isLarge = isLargeFile(file, entry);
  if (!isLarge && !hasOriginal(file, entry)) return null;

  async function change(make: (position: number) => Promise<void>, done: string): Promise<void> {
    const position = block.getPos();
    if (position === undefined) return;
    setChanging("working");
    try {
      await make(position);
      setChanging("no");
      announce(done);
    } catch (error) {
      setChanging({ problem: (error as Error).message });
    }
  }
  const parts = { files, queue };
  const shrink = () => void change((position) => shrinkPicture(block.view, parts, position), t.done);
  const publish = (original: File) =>
    void change((position) => publishOriginal(block.view, parts, position, original), t.originalDone);
  const original = () => {
    const known = queue.originalOf(file);
    if (known !== undefined) publish(known);
    else chooseFiles("image/*", t.publishOriginal, false, ([chosen]) => chosen !== undefined && publish(chosen));
  };

  const said = isLarge ? t.large(entry.width ?? 0, entry.height ?? 0, sizeInWords(entry.size ?? 0)) : t.fit;
  return (
    <PanelRow>
      <span role="status">{changing === "no" ? said : changing === "working" ? t.working : changing.problem}</span>
      {changing !== "working" && (
        <PanelButton onClick={isLarge ? shrink : original}>{isLarge ? t.makeSmaller : t.publishOriginal}</PanelButton>
      )}
    </PanelRow>
  );
}
