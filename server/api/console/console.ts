/** The shared state of the console's routes, and the events of open pages. Created once. */
import { createEventStream } from "../../http/event-stream.ts";
import type { Services } from "../../services.ts";
import { createConsoleHosts } from "./console-hosts.ts";
import { createConsoleLogins } from "./login.ts";
import { createConsolePreviews } from "./previews.ts";
import { createConsoleViews } from "./views.ts";

export const CONSOLE_TOPIC = "console";

export type Console = ReturnType<typeof createConsole>;

/** @param restart restarts the appliance, so that a restore takes effect; null if it cannot restart */
export function createConsole(services: Services, restart: (() => void) | null) {
  const stream = createEventStream(services.runtime);
  const hosts = createConsoleHosts(services);
  const previews = createConsolePreviews(services);
  const stopTelling = tellPages(services, stream);
  return {
    services,
    restart,
    stream,
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

/** Sends pages every event except reads: a delivery with the data of its row, everything else by id. */
function tellPages({ events, deliveries, logs }: Services, stream: Console["stream"]): () => void {
  const stopLog = logs.subscribe((entry) => stream.send(CONSOLE_TOPIC, "log", () => entry));
  const stopEvents = events.subscribe((event) => {
    if (event.kind === "presence" || event.kind === "reopened") return;
    if (event.kind === "deliveries") return stream.reset(() => true);
    // Reads the row after the commit: of two events of a delivery, the second never shows the older state.
    stream.send(CONSOLE_TOPIC, event.kind, () =>
      event.kind === "delivery" ? deliveries.head(event.data.id) : event.data,
    );
  });
  return () => {
    stopLog();
    stopEvents();
  };
}
