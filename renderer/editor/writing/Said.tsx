import { messages } from "../messages/index.ts";
import { useStore } from "../ui/lib/use-store.ts";
import type { WritingTools } from "./writing-tools.ts";

/** What became of something that was just done, and what can be fetched of what was pasted. Stays until it is closed. */
export function Said({ tools }: { tools: WritingTools }) {
  const said = useStore(tools.said);
  const offered = useStore(tools.offered);
  const hosts = new Set(offered.map((source) => URL.parse(source)?.host ?? ""));
  const from = hosts.size === 1 ? ([...hosts][0] ?? null) : null;
  const t = messages.writing.paste;
  return (
    <div role="status" className="writing-said">
      {said !== "" && (
        <p>
          {said}{" "}
          <button type="button" className="text-button" onClick={() => tools.said.set("")}>
            {messages.notices.close}
          </button>
        </p>
      )}
      {offered.length > 0 && (
        <p>
          {t.elsewhere(offered.length, from)}{" "}
          <button type="button" className="text-button" onClick={tools.fetchOffered}>
            {t.fetch(offered.length, from)}
          </button>{" "}
          <button type="button" className="text-button" onClick={() => tools.offered.set([])}>
            {messages.notices.close}
          </button>
        </p>
      )}
    </div>
  );
}
