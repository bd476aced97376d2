import { CloseButton } from "@mantine/core";
import { type ReactNode, type RefObject, useEffect } from "react";

export interface SidePanelProps {
  ref: RefObject<HTMLElement | null>;
  className: string;
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** Moves the focus if the previously focused element is gone. */
  focusBack?: () => void;
  tools?: ReactNode;
  children: ReactNode;
}

/** A panel next to the article, which stays editable. The panel takes the focus when it opens; Escape closes it. */
export function SidePanel(props: SidePanelProps) {
  const { ref, className, title, closeLabel, onClose, focusBack, tools, children } = props;
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
        <CloseButton size="sm" aria-label={closeLabel} onClick={onClose} />
      </header>
      {children}
    </section>
  );
}
