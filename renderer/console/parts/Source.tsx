import { CopyButton } from "../../shared/CopyButton.tsx";

interface SourceProps {
  text: string;
  /** For the accessible name and the copy button. */
  what: string;
  /** Copied instead of the formatted `text`. */
  raw?: string;
}

export function Source({ text, what, raw = text }: SourceProps) {
  return (
    <div className="source">
      <div className="source-copy">
        <CopyButton value={raw} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={what}>
        <pre>{text}</pre>
      </section>
    </div>
  );
}
