import type { HttpMessage } from "../../../server/contracts/console-api.ts";
import { layOutJson } from "../parts/json-layout.ts";
import { Source } from "../parts/Source.tsx";
import { counted } from "../words.ts";

/** One side of the conversation: its body, and its headers folded away. */
export function MessageView({ title, message }: { title: string; message: HttpMessage }) {
  const side = title.startsWith("Answer") ? "answer" : "request";
  const headers = message.headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <div className="message">
      <h4>{title}</h4>
      <details className="headers">
        <summary>{counted(message.headers.length, "header")}</summary>
        <Source text={headers} what={`headers of the ${side}`} />
      </details>
      {message.body === "" ? (
        <p className="hint">Its body is empty.</p>
      ) : (
        <Source text={layOutJson(message.body)} raw={message.body} what={`body of the ${side}`} />
      )}
      {message.body_truncated && <p className="hint">Only the first 64 KB are kept.</p>}
    </div>
  );
}
