import { CopyButton } from "../../shared/CopyButton.tsx";

/** An id, key or address in mono, whole, with its copy button. */
export function CopyLine({ value, what }: { value: string; what: string }) {
  return (
    <span className="copy-line">
      <code>{value}</code>
      <CopyButton value={value} what={what} />
    </span>
  );
}
