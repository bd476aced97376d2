import { useEffect, useState } from "react";
import { whenIdle } from "../../lib/later.ts";
import { messages } from "../../messages/index.ts";
import { useOnDemand } from "../../ui/use-on-demand.ts";
import type { WritingTools } from "../writing-tools.ts";

const load = () => import("./FootLine.tsx");
const nothing = () => {};

/** The quiet line at the foot of the page. It comes when the page has nothing else to do. */
export function Foot({ tools }: { tools: WritingTools }) {
  const [idle, setIdle] = useState(false);
  const line = useOnDemand(load, idle, nothing);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return (
    <section className="writing-foot" aria-label={messages.writing.foot.label}>
      {line !== null && <line.FootLine tools={tools} />}
    </section>
  );
}
