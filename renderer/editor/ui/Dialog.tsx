import { CloseButton } from "@mantine/core";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from "react";
import { messages } from "../messages/index.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  /** middle: centred over the page. fit: as large as its content. side: along the right edge. whole: almost the whole window. */
  place: "middle" | "fit" | "side" | "whole";
  tools?: ReactNode;
  children: ReactNode;
}

/** A modal dialog. The browser handles the focus, Escape and the inert page. */
export function Dialog({ title, onClose, place, tools, children }: DialogProps) {
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
          <CloseButton aria-label={`${messages.common.close}: ${title}`} onClick={onClose} />
        </header>
        <div className="dialog-body">{children}</div>
      </div>
    </dialog>
  );
}

interface SidePanelProps {
  ref: RefObject<HTMLElement | null>;
  className: string;
  title: string;
  onClose: () => void;
  /** Moves the focus if the previously focused element is gone. */
  focusBack?: () => void;
  tools?: ReactNode;
  children: ReactNode;
}

/** A panel next to the article, which stays editable. The panel takes the focus when it opens; Escape closes it. */
export function SidePanel(props: SidePanelProps) {
  const { ref, className, title, onClose, focusBack, tools, children } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when it opens and closes
  useEffect(() => {
    const panel = ref.current;
    const before = document.activeElement;
    const isInside = panel?.contains(before) === true;
    if (!isInside) panel?.focus();
    return () => {
      if (!panel?.contains(document.activeElement)) return;
      if (!isInside && before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus();
      else focusBack?.();
    };
  }, []);
  return (
    <section
      ref={ref}
      className={`side-panel raised ${className}`}
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <header className="side-panel-head">
        <h2>{title}</h2>
        {tools}
        <CloseButton size="sm" aria-label={`${messages.common.close}: ${title}`} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
