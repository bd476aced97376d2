/** Reads server-sent events with ids and comments. */
import http from "node:http";

export interface WireEvent {
  id: string | null;
  event: string;
  data: unknown;
}

export interface EventReader {
  /** Every event so far. */
  events: WireEvent[];
  /** Every comment so far, without its colon. */
  comments: string[];
  /** The reconnection time that the server sent, ms. */
  retryMs: number;
  /** The id that a browser would send when it reconnects. */
  lastId: string;
  /** Called with each event. */
  onEvent: (event: WireEvent) => void;
  /** Resolves when `fits` returns true; checked after each chunk. */
  until(fits: (reader: EventReader) => boolean): Promise<void>;
  /** Resolves when the stream has ended or broken. */
  ended: Promise<void>;
  /** Breaks the connection like a network failure. */
  breakOff(): void;
}

/** Opens a stream and waits for its first bytes. @param lastEventId the last event seen, to resume after it */
export async function readEvents(
  url: string,
  headers: Record<string, string>,
  lastEventId?: string,
): Promise<EventReader> {
  const resume = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
  const request = http.get(url, { agent: false, headers: { ...headers, ...resume } });
  const response = await new Promise<http.IncomingMessage>((resolve, reject) =>
    request.on("response", resolve).on("error", reject),
  );
  if (response.statusCode !== 200) throw new Error(`Event stream: status ${response.statusCode}.`);
  const ended = Promise.withResolvers<void>();
  const waiting = new Set<() => void>();
  const reader: EventReader = {
    events: [],
    comments: [],
    retryMs: Number.NaN,
    lastId: "",
    onEvent: () => {},
    ended: ended.promise,
    until: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!fits(reader)) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        ended.promise.then(() => reject(new Error("The stream ended.")));
        look();
      }),
    breakOff: () => void request.destroy(),
  };
  // `breakOff` causes errors.
  response.on("error", () => undefined).on("close", ended.resolve);
  let text = "";
  const first = Promise.withResolvers<void>();
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
      take(reader, text.slice(0, end));
      text = text.slice(end + 2);
    }
    first.resolve();
    for (const look of waiting) look();
  });
  await first.promise;
  return reader;
}

function take(reader: EventReader, block: string): void {
  const fields = new Map(
    block.split("\n").map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
    }),
  );
  const comment = fields.get("");
  if (comment !== undefined) reader.comments.push(comment);
  reader.retryMs = Number(fields.get("retry") ?? reader.retryMs);
  const id = fields.get("id") ?? null;
  if (id !== null) reader.lastId = id;
  const data = fields.get("data");
  if (data === undefined) return;
  const event = { id, event: fields.get("event") ?? "message", data: JSON.parse(data) };
  reader.events.push(event);
  reader.onEvent(event);
}
