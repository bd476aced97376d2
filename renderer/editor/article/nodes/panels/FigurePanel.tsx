/** The settings bar of a figure. Rarer settings are under "More". */

import {
  IconAlt,
  IconArrowAutofitWidth,
  IconArrowLeft,
  IconArrowRight,
  IconCrop,
  IconDots,
  IconLayoutGrid,
  IconLink,
  IconTextCaption,
  IconTrash,
  IconViewportNarrow,
  IconViewportWide,
} from "@tabler/icons-react";
import type { Node } from "@tiptap/pm/model";
import { NodeSelection } from "@tiptap/pm/state";
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { type Crop, FIGURE_WIDTHS } from "../../../../../server/article/schema.ts";
import { GalleyProvider } from "../../../../shared/theme.tsx";
import { messages, sizeInWords } from "../../../messages/index.ts";
import { TextButton, type ToolSpec } from "../../../ui/buttons.tsx";
import { ARROW_STEPS } from "../../../ui/keys.ts";
import { announce } from "../../../ui/lib/dom.ts";
import { useAction } from "../../../ui/use-work.tsx";
import type { MediaParts } from "../../../uploads/assets.ts";
import { hasOriginal, isLargeFile, publishOriginal, shrinkPicture } from "../../../uploads/large-pictures.ts";
import { chooseFiles } from "../../../uploads/picture-input.ts";
import { focusFields, watcherOf } from "../blocks-at-cursor.ts";
import { CropDialog } from "../crop/CropDialog.tsx";
import { applyCrop, type Cropping, canCrop, openCropping } from "../crop/crop-picture.ts";
import { galleryOrBlockAt, moveInGallery, pictureInGallery, removeBlock } from "../media/media-commands.ts";
import { BarDrawer, BarTools, BlockBar } from "./BlockBar.tsx";
import { AttributeField, LinkField, PanelRow } from "./fields.tsx";
import { type PanelBlock, returnToBlock, usePanel } from "./panel.ts";

interface FigurePanelProps extends Pick<MediaParts, "files" | "queue"> {
  frame: HTMLElement;
  isInGallery: boolean;
}

type Drawer = "alt" | "link" | "more";

const WIDTH_ICONS = { text: IconViewportNarrow, wide: IconViewportWide, full: IconArrowAutofitWidth } as const;

export function FigurePanel({ frame, isInGallery, files, queue }: FigurePanelProps) {
  const { block, node } = usePanel();
  const t = messages.media;
  const { view, getPos } = block;
  const isPicture = frame.querySelector("img") !== null;
  const [open, setOpen] = useState<Drawer | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const resizing = useAction();
  const focus = (id: string) => watcherOf(view.nodeDOM(getPos() ?? -1))?.focus?.(id);
  // Cropping creates a new view with its own bar.
  const cropping = useCropping(block, node, { files, queue }, () => (frame.isConnected ? focus("crop") : view.focus()));
  const close = useCallback(() => setOpen(null), []);

  const opens = (id: Drawer, label: string, icon: ToolSpec["icon"]): ToolSpec => ({
    tool: id,
    label,
    icon,
    "aria-expanded": open === id,
    onPress: () => setOpen(open === id ? null : id),
  });
  const tools: ToolSpec[] = [
    // Outside a gallery the description is a line below the picture.
    ...(isInGallery ? [opens("alt", messages.figure.description, IconAlt)] : []),
    { tool: "caption", label: t.caption, icon: IconTextCaption, onPress: () => returnToBlock(view, getPos) },
    ...(isPicture ? [opens("link", messages.toolbar.link, IconLink)] : []),
    ...(isPicture && canCrop(files.get(String(node.attrs.file)))
      ? [{ tool: "crop", label: t.crop.title, icon: IconCrop, onPress: cropping.start }]
      : []),
    opens("more", messages.common.more, IconDots),
  ];
  const remove: ToolSpec = {
    tool: "remove",
    label: messages.figure.remove,
    icon: IconTrash,
    onPress: () => removeBlock(view, getPos()),
  };
  const place = isInGallery ? pictureInGallery(view.state.doc, getPos() ?? 0) : null;
  const label = place === null ? t.choices.picture.label : t.pictureOf(place.index + 1, place.count);
  return (
    <BlockBar>
      {place !== null && <span className="block-bar-place note">{label}</span>}
      <BarTools
        label={label}
        groups={[isInGallery ? placeTools(block) : widthTools(block, node.attrs.width), tools, [remove]]}
      />
      {cropping.problem !== null && <p role="alert">{cropping.problem}</p>}
      {cropping.dialog}
      {isChoosing && (
        <FocusPoint
          frame={frame}
          onDone={() => {
            setChoosing(false);
            focus("more");
          }}
        />
      )}
      {open !== null && (
        <BarDrawer key={open} opener={open} onClose={close}>
          {open === "alt" && (
            <AttributeField
              name="alt"
              label={messages.figure.description}
              placeholder={messages.figure.descriptionPlaceholder}
            />
          )}
          {open === "link" && <LinkField label={messages.toolbar.link} placeholder={messages.link.placeholder} />}
          {open === "more" && (
            <>
              <AttributeField name="credit" label={t.credit} placeholder={t.creditPlaceholder} />
              {isPicture && (
                <FocusRow
                  onChoose={() => {
                    close();
                    setChoosing(true);
                  }}
                />
              )}
              {isPicture && <SizeRow files={files} queue={queue} action={resizing} />}
            </>
          )}
        </BarDrawer>
      )}
    </BlockBar>
  );
}

function widthTools(block: PanelBlock, width: unknown): ToolSpec[] {
  return FIGURE_WIDTHS.map((each) => ({
    tool: `width-${each}`,
    label: messages.media.widths[each],
    icon: WIDTH_ICONS[each],
    pressed: each === width,
    onPress: () => block.write({ width: each }),
  }));
}

function placeTools({ view, getPos }: PanelBlock): ToolSpec[] {
  const t = messages.media;
  const place = pictureInGallery(view.state.doc, getPos() ?? 0);
  const move = (step: 1 | -1) => {
    const position = getPos();
    if (position === undefined || !moveInGallery(view, position, step)) return;
    // Moving may have created a new view.
    watcherOf(view.nodeDOM(view.state.selection.from))?.focus?.(step < 0 ? "left" : "right");
  };
  const toGallery = () => {
    const gallery = galleryOrBlockAt(view.state.doc, getPos() ?? 0).from;
    view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, gallery)));
    focusFields(view);
  };
  return [
    { tool: "left", label: t.moveLeft, icon: IconArrowLeft, unavailable: place?.index === 0, onPress: () => move(-1) },
    {
      tool: "right",
      label: t.moveRight,
      icon: IconArrowRight,
      unavailable: place !== null && place.index === place.count - 1,
      onPress: () => move(1),
    },
    { tool: "gallery", label: t.choices.gallery.label, icon: IconLayoutGrid, onPress: toGallery },
  ];
}

interface SizeRowProps extends Pick<MediaParts, "files" | "queue"> {
  action: ReturnType<typeof useAction>;
}

function SizeRow({ files, queue, action }: SizeRowProps) {
  const { block, node } = usePanel();
  const t = messages.media.size;
  const file = String(node.attrs.file);
  const entry = files.get(file);
  if (entry === undefined) return null;
  const isLarge = isLargeFile(file, entry);
  if (!isLarge && !hasOriginal(file, entry)) return null;

  const change = (work: () => Promise<void>, done: string) =>
    action.run(async () => {
      await work();
      announce(done);
    });
  const parts = { files, queue };
  const shrink = () => change(() => shrinkPicture(block.view, parts, file), t.done);
  const publish = (original: File) => change(() => publishOriginal(block.view, parts, file, original), t.originalDone);
  const original = () => {
    const known = queue.originalOf(file);
    if (known !== undefined) publish(known);
    else chooseFiles("image/*", t.publishOriginal, false, ([chosen]) => chosen !== undefined && publish(chosen));
  };

  const largeNote = isLarge ? t.large(entry.width ?? 0, entry.height ?? 0, sizeInWords(entry.size ?? 0)) : "";
  return (
    <PanelRow>
      <span role="status">{action.busy ? t.working : (action.problem ?? largeNote)}</span>
      {!action.busy && (
        <TextButton onClick={isLarge ? shrink : original}>
          {isLarge ? messages.checks.shrink : t.publishOriginal}
        </TextButton>
      )}
    </PanelRow>
  );
}

function useCropping(
  { view, getPos }: PanelBlock,
  { attrs }: Node,
  parts: Pick<MediaParts, "files" | "queue">,
  onClosed: () => void,
): { start(): void; problem: string | null; dialog: ReactNode } {
  const { file, crop } = attrs as { file: string; crop: Crop | null };
  const [open, setOpen] = useState<{ cropping: Cropping; end: AbortController } | null>(null);
  const { run, problem } = useAction();
  const start = () =>
    run(async () => setOpen({ cropping: await openCropping(file, crop, parts), end: new AbortController() }));

  function close(): void {
    open?.end.abort();
    open?.cropping.bitmap.close();
    setOpen(null);
    onClosed();
  }

  const dialog =
    open === null
      ? null
      : createPortal(
          // Panels have their own React root, outside the page's provider.
          <GalleyProvider>
            <CropDialog
              cropping={open.cropping}
              onApply={(after) => applyCrop(view, getPos, parts, open.cropping, after, open.end.signal)}
              onClose={close}
            />
          </GalleyProvider>,
          document.body,
        );
  return { start, problem, dialog };
}

function moveTo({ write }: PanelBlock, x: number, y: number): void {
  const clamp = (value: number) => Math.min(100, Math.max(0, Math.round(value)));
  write({ focusX: clamp(x), focusY: clamp(y) });
}

function FocusRow({ onChoose }: { onChoose(): void }) {
  const { block, node } = usePanel();
  const t = messages.media.focus;
  return (
    <PanelRow>
      <span>{t.label}</span>
      <TextButton onClick={onChoose}>{t.choose}</TextButton>
      {(node.attrs.focusX !== 50 || node.attrs.focusY !== 50) && (
        <TextButton onClick={() => moveTo(block, 50, 50)}>{t.centre}</TextButton>
      )}
    </PanelRow>
  );
}

/** Sets the focus point, in percent of width and height, with the pointer or the arrow keys. @param frame contains the picture */
function FocusPoint({ frame, onDone }: { frame: HTMLElement; onDone(): void }) {
  const { block, node } = usePanel();
  const [x, y] = [Number(node.attrs.focusX), Number(node.attrs.focusY)];
  const t = messages.media.focus;
  const layer = useRef<HTMLDivElement>(null);
  const marker = useRef<HTMLDivElement>(null);

  // The picture may be narrower than its frame.
  useLayoutEffect(() => {
    frame.classList.add("is-choosing");
    const picture = frame.querySelector("img");
    if (picture !== null && layer.current !== null)
      Object.assign(layer.current.style, {
        left: `${picture.offsetLeft}px`,
        top: `${picture.offsetTop}px`,
        width: `${picture.offsetWidth}px`,
        height: `${picture.offsetHeight}px`,
      });
  });
  useEffect(() => {
    marker.current?.focus();
    return () => frame.classList.remove("is-choosing");
  }, [frame]);

  function onKeyDown(event: KeyboardEvent): void {
    const step = ARROW_STEPS[event.key];
    const stride = event.shiftKey ? 10 : 1;
    if (step !== undefined) moveTo(block, x + step[0] * stride, y + step[1] * stride);
    else if (event.key === "Home") moveTo(block, 50, 50);
    else if (event.key === "Escape" || event.key === "Enter") onDone();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    moveTo(block, ((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100);
  }

  return createPortal(
    <div
      ref={layer}
      className="figure-point"
      contentEditable={false}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
        marker.current?.focus();
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
    >
      <div
        ref={marker}
        className="figure-point-marker"
        role="slider"
        tabIndex={0}
        aria-label={t.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={x}
        aria-valuetext={t.at(x, y)}
        title={t.hint}
        style={{ left: `${x}%`, top: `${y}%` }}
        onKeyDown={onKeyDown}
      />
    </div>,
    frame,
  );
}
