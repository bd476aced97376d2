import type { ReactNode } from "react";
import { CopyButton } from "../../shared/CopyButton.tsx";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function CopyLine({ value, what }: { value: string; what: string }) {
  return (
    <span className="copy-line">
      <code className="wrap">{value}</code>
      <CopyButton value={value} what={what} />
    </span>
  );
}
