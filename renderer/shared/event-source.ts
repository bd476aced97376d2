/** Typed server-sent events. The browser's EventSource gives up after an HTTP error, such as 502 during a restart; this retries. */

/** open: events arrive. lost: none do now, and a new try is under way or due. */
export type StreamState = "connecting" | "open" | "lost";

interface StreamHandlers<Events extends object> {
  events: { [Kind in keyof Events]?: (data: Events[Kind]) => void };
  /** `resumed`: events may have been missed, so fetch again what is shown. */
  onState?: (state: StreamState, resumed: boolean) => void;
}

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** Listens until the returned function is called. @param url of a stream whose `event:` is a key of Events */
export function listen<Events extends object>(url: string, handlers: StreamHandlers<Events>): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let wasOpen = false;

  function connect() {
    const current = new EventSource(url);
    source = current;
    current.onopen = () => {
      retryMs = FIRST_RETRY_MS;
      handlers.onState?.("open", wasOpen);
      wasOpen = true;
    };
    current.onerror = () => {
      handlers.onState?.("lost", false);
      if (current.readyState !== EventSource.CLOSED) return;
      // After a restart not all tabs come back at once.
      timer = setTimeout(connect, retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
    };
    current.addEventListener("reset", () => handlers.onState?.("open", true));
    for (const kind of Object.keys(handlers.events) as (keyof Events & string)[]) {
      current.addEventListener(kind, (event) => {
        handlers.events[kind]?.(JSON.parse((event as MessageEvent<string>).data) as Events[typeof kind]);
      });
    }
  }

  handlers.onState?.("connecting", false);
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
