/** Sets the focus point of a picture, in percent of width and height, with the pointer or the arrow keys. */

import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { messages } from "../../../messages/index.ts";
import { TextButton } from "../../../ui/buttons.tsx";
import { ARROW_STEPS } from "../../../ui/keys.ts";
import { PanelRow } from "./fields.tsx";
import { type PanelBlock, usePanel } from "./panel.ts";

function moveTo(block: PanelBlock, x: number, y: number): void {
  const clamp = (value: number) => Math.min(100, Math.max(0, Math.round(value)));
  block.write({ focusX: clamp(x), focusY: clamp(y) });
}

export function FocusRow({ onChoose }: { onChoose(): void }) {
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

/** The marker over the picture while the point is set. @param frame contains the picture */
export function FocusPoint({ frame, onDone }: { frame: HTMLElement; onDone(): void }) {
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
