import { type ReactNode, useEffect, useState } from "react";
import { messages } from "../../messages/index.ts";
import { whenIdle } from "../../ui/lib/later.ts";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import type { WritingTools } from "../writing-tools.ts";

const load = () => import("./FootLine.tsx");
const nothing = () => {};

/** The quiet line at the foot of the page, which comes when the page has nothing else to do; on a phone above it the tools. */
export function Foot({ tools, children }: { tools: WritingTools; children: ReactNode }) {
  const [idle, setIdle] = useState(false);
  const line = useOnDemand(load, idle, nothing);
  const t = messages.writing.foot;
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <section className="writing-foot" aria-label={children ? t.withTools : t.label}>
      {children}
      <div className="writing-foot-line">{line !== null && <line.FootLine tools={tools} />}</div>
    </section>
  );
}
