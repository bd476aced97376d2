/** From the event hub to the streams that browsers read. */

import { CONSOLE_TOPIC } from "./console/routes.ts";
import type { EditorEvents } from "./contracts/editor-api.ts";
import type { EventHub } from "./core/events.ts";
import type { Deliveries } from "./deliveries/deliveries.ts";
import type { EditorViews } from "./editor/views.ts";
import type { EventStream } from "./http/event-stream.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { Versions } from "./versions/versions.ts";

interface Parts {
  events: EventHub;
  consoleStream: EventStream;
  editorStream: EventStream;
  sessions: Sessions;
  versions: Versions;
  deliveries: Deliveries;
  editorViews: EditorViews;
}

/**
 * The console is told of everything but who reads what: of a delivery with what its row shows, of the rest by id. An
 * editor is told of its own session, with what it shows.
 */
export function tellReaders({ events, consoleStream, editorStream, ...services }: Parts): void {
  const toEditor = <K extends keyof EditorEvents>(session: string, kind: K, view: () => EditorEvents[K] | null) =>
    editorStream.send(session, kind, view);
  events.subscribe((event) => {
    if (event.kind === "presence") {
      const { session_id } = event.data;
      toEditor(session_id, "presence", () => services.editorViews.people(session_id));
      return;
    }
    if (event.kind === "deliveries") {
      consoleStream.reset(() => true);
      editorStream.reset((session) => event.data.sessions.has(session));
      return;
    }
    // Made after the commit: of two events of a delivery, the second never shows the older state.
    consoleStream.send(CONSOLE_TOPIC, event.kind, () =>
      event.kind === "delivery" ? services.deliveries.head(event.data.id) : event.data,
    );
    if (event.kind === "version") {
      const { id, session_id } = event.data;
      toEditor(session_id, "version", () =>
        services.editorViews.version(services.versions.head(id), services.sessions.byId(session_id).currentVersion),
      );
    }
    if (event.kind === "asset") {
      const { session_id, ...view } = event.data;
      toEditor(session_id, "asset", () => view);
    }
    if (event.kind === "delivery") {
      const { id, session_id } = event.data;
      toEditor(session_id, "delivery", () => {
        const delivery = services.deliveries.byId(id);
        return delivery.versionId === null
          ? null
          : {
              ...services.deliveries.told(delivery),
              version_number: services.versions.head(delivery.versionId).number,
            };
      });
    }
  });
}
