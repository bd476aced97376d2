/** The console's surface: what its routes work with beside the services, and what open pages are told of. Made once. */
import { createEventStream } from "../../http/event-stream.ts";
import type { Services } from "../../services.ts";
import { createConsoleHosts } from "./console-hosts.ts";
import { createConsoleLogins } from "./login.ts";
import { createConsolePreviews } from "./previews.ts";
import { createConsoleViews } from "./views.ts";

/** The one topic of the console's event stream. */
export const CONSOLE_TOPIC = "console";

export type Console = ReturnType<typeof createConsole>;

/** @param restart starts the appliance anew, so that a restore takes effect; null where nobody can */
export function createConsole(services: Services, restart: (() => void) | null) {
  const stream = createEventStream(services.runtime);
  const hosts = createConsoleHosts(services);
  const previews = createConsolePreviews(services);
  const stopTelling = tellPages(services, stream);
  return {
    services,
    restart,
    stream,
    /** Ends the streams of open pages. */
    close(): void {
      stopTelling();
      stream.close();
    },
    hosts,
    logins: createConsoleLogins({ ...services, hosts }),
    previews,
    views: createConsoleViews(services, previews, restart !== null),
  };
}

/** Pages are told of everything but who reads what: of a delivery with what its row shows, of the rest by id. */
function tellPages({ events, deliveries, logs }: Services, stream: Console["stream"]): () => void {
  const stopLog = logs.subscribe((entry) => stream.send(CONSOLE_TOPIC, "log", () => entry));
  const stopEvents = events.subscribe((event) => {
    if (event.kind === "presence" || event.kind === "reopened") return;
    if (event.kind === "deliveries") return stream.reset(() => true);
    // Made after the commit: of two events of a delivery, the second never shows the older state.
    stream.send(CONSOLE_TOPIC, event.kind, () =>
      event.kind === "delivery" ? deliveries.head(event.data.id) : event.data,
    );
  });
  return () => {
    stopLog();
    stopEvents();
  };
}
