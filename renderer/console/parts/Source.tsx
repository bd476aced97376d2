import { CopyButton } from "../../shared/CopyButton.tsx";

export interface SourceProps {
  text: string;
  /** What it is, for its name and its copy button: "request body". */
  what: string;
  /** Copied instead of `text`, where that is only laid out for reading. */
  raw?: string;
}

/** Code, JSON or markup as it is, in a well of its own that scrolls and can be copied. */
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
