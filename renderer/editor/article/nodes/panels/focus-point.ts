/**
 * The point of a picture that stays in sight where the picture is cut: a marker on the picture that a click or the arrow
 * keys move. Percent of width and height.
 */
import type { Node } from "@tiptap/pm/model";
import { element } from "../../../lib/dom.ts";
import { messages } from "../../../messages/index.ts";
import { panelButton, panelRow } from "./panel-parts.ts";

export interface FocusPoint {
  /** The row of the panel. */
  dom: HTMLElement;
  show(node: Node): void;
  /** Takes the marker off the picture. */
  close(): void;
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** @param frame holds the picture */
export function createFocusPoint(
  frame: HTMLElement,
  write: (values: { focusX: number; focusY: number }) => void,
): FocusPoint {
  const t = messages.media.focus;
  let x = 50;
  let y = 50;
  const words = element("span", {});
  const choose = panelButton(t.choose, () => (layer.isConnected ? close() : open()));
  const centre = panelButton(t.centre, () => move(50, 50));
  const row = panelRow(words, choose, centre);
  const marker = element("div", {
    class: "focus-marker",
    role: "slider",
    tabindex: "0",
    "aria-label": t.label,
    "aria-valuemin": "0",
    "aria-valuemax": "100",
    title: t.hint,
  });
  const layer = element("div", { class: "focus-layer", contenteditable: "false" }, marker);

  function showPoint(): void {
    const sentence = t.at(x, y);
    words.textContent = `${t.label}: ${sentence}`;
    centre.hidden = x === 50 && y === 50;
    choose.textContent = layer.isConnected ? t.done : t.choose;
    choose.setAttribute("aria-pressed", String(layer.isConnected));
    marker.setAttribute("aria-valuenow", String(x));
    marker.setAttribute("aria-valuetext", sentence);
    const picture = frame.querySelector("img");
    if (picture === null) return;
    // The picture may be narrower than its frame; the layer lies on the picture.
    layer.style.left = `${picture.offsetLeft}px`;
    layer.style.top = `${picture.offsetTop}px`;
    layer.style.width = `${picture.offsetWidth}px`;
    layer.style.height = `${picture.offsetHeight}px`;
    marker.style.left = `${x}%`;
    marker.style.top = `${y}%`;
  }

  function move(nextX: number, nextY: number): void {
    const clamp = (value: number) => Math.min(100, Math.max(0, Math.round(value)));
    write({ focusX: clamp(nextX), focusY: clamp(nextY) });
  }

  function open(): void {
    frame.classList.add("is-choosing");
    frame.append(layer);
    showPoint();
    marker.focus();
  }

  function close(): void {
    if (!layer.isConnected) return;
    const hadFocus = layer.contains(document.activeElement);
    layer.remove();
    frame.classList.remove("is-choosing");
    showPoint();
    if (hadFocus) choose.focus();
  }

  marker.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step !== undefined) move(x + step[0] * (event.shiftKey ? 10 : 1), y + step[1] * (event.shiftKey ? 10 : 1));
    else if (event.key === "Home") move(50, 50);
    else if (event.key === "Escape" || event.key === "Enter") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  layer.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    layer.setPointerCapture(event.pointerId);
    follow(event);
    layer.addEventListener("pointermove", follow);
    layer.addEventListener("pointerup", () => layer.removeEventListener("pointermove", follow), { once: true });
    marker.focus();
  });

  function follow(event: PointerEvent): void {
    const { left, top, width, height } = layer.getBoundingClientRect();
    move(((event.clientX - left) / width) * 100, ((event.clientY - top) / height) * 100);
  }

  return {
    dom: row,
    show(node) {
      x = Number(node.attrs.focusX);
      y = Number(node.attrs.focusY);
      showPoint();
    },
    close,
  };
}
