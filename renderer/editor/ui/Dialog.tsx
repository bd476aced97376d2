import { CloseButton } from "@mantine/core";
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";

export interface DialogProps {
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** middle: centred over the page. side: along the right edge. whole: almost the whole window. */
  place: "middle" | "side" | "whole";
  tools?: ReactNode;
  children: ReactNode;
}

/** A modal dialog. The browser handles the focus, Escape and the inert page. */
export function Dialog({ title, closeLabel, onClose, place, tools, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    if (shown === null) return;
    shown.showModal();
    shown.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    // Closing, not removing, restores the focus.
    return () => shown.close();
  }, []);
  const onClick = (event: MouseEvent) => {
    // Only a click on the backdrop has the dialog as its target.
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, see `onCancel`
    <dialog
      ref={dialog}
      className="dialog raised"
      data-place={place}
      aria-labelledby={titleId}
      onClick={onClick}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-page">
        <header className="dialog-head">
          <h2 id={titleId}>{title}</h2>
          {tools}
          <CloseButton aria-label={closeLabel} onClick={onClose} />
        </header>
        <div className="dialog-body">{children}</div>
      </div>
    </dialog>
  );
}
