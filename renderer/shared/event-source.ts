/** Typed server-sent events. The browser's EventSource stops after an HTTP error, such as 502 during a restart; this client retries. */

/** open: events arrive. lost: disconnected, and a retry is running or scheduled. */
export type StreamState = "connecting" | "open" | "lost";

interface StreamHandlers<Events extends object> {
  events: { [Kind in keyof Events]?: (data: Events[Kind]) => void };
  /** `resumed`: events may have been missed, so fetch the shown data again. */
  onState?: (state: StreamState, resumed: boolean) => void;
}

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;

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
      // Jitter: not all tabs reconnect at the same moment after a restart.
      timer = setTimeout(connect, retryMs * (0.5 + Math.random()));
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
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
