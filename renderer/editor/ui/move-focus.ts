import type { KeyboardEvent } from "react";

/** A toolbar is one stop of the Tab key; the arrows move inside it. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1, Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY }[
    event.key
  ];
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-tool]")];
  const current = tools.indexOf(event.target as HTMLElement);
  if (step === undefined || current < 0) return;
  event.preventDefault();
  const next = Number.isFinite(step) ? (current + step + tools.length) % tools.length : step > 0 ? tools.length - 1 : 0;
  tools[next]?.focus();
}
