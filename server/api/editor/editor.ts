/** The shared state of the editor's routes, and the events for open tabs. Created once. */
import type { EditorEvents } from "../../contracts/editor-api.ts";
import type { ClientAddress, Throttle } from "../../http/clients.ts";
import { createEventStream } from "../../http/event-stream.ts";
import type { Services } from "../../services.ts";
import { createEditorLogins } from "./login.ts";
import { createEditorViews } from "./views.ts";

export type Editor = ReturnType<typeof createEditor>;

export function createEditor(services: Services, throttle: Throttle, clientAddress: ClientAddress) {
  const logins = createEditorLogins(services, throttle, clientAddress);
  const editor = {
    services,
    clientAddress,
    logins,
    views: createEditorViews(services, logins),
    stream: createEventStream(services.runtime),
  };
  notifyTabs(editor);
  return editor;
}

/** Sends a session's events to its tabs. Reads data after the commit, so that no older state follows a newer one. */
function notifyTabs({ services, views, stream }: Pick<Editor, "services" | "views" | "stream">): void {
  const { events, projects, sessions, versions, deliveries, comments, snippets, sessionStore } = services;
  const notify = <K extends keyof EditorEvents>(session: string, kind: K, view: () => EditorEvents[K] | null) =>
    stream.send(session, kind, view);
  events.subscribe((event) => {
    switch (event.kind) {
      case "presence": {
        const { session_id } = event.data;
        return notify(session_id, "presence", () => views.people(session_id));
      }
      case "room": {
        const { session_id, ...replaced } = event.data;
        return notify(session_id, "room", () => {
          const room = views.room(session_id);
          return room && { ...room, ...replaced };
        });
      }
      case "steps":
      case "caret": {
        const { session_id, ...data } = event.data;
        return stream.pass(session_id, event.kind, data);
      }
      case "project":
        // A disabled key ends the logins. The tabs detect that when they reconnect.
        if (!projects.isEnabled(event.data.id))
          stream.end((session) => sessionStore.projectOf(session) === event.data.id);
        return;
      case "reopened":
        return notify(event.data.session_id, "reopened", () => views.fromSite(sessions.byId(event.data.session_id)));
      case "comment": {
        const { id, session_id } = event.data;
        return notify(session_id, "comment", () => ({ id, thread: comments.thread(session_id, id) }));
      }
      case "snippet": {
        const { id, project_id } = event.data;
        const view = (): EditorEvents["snippet"] => ({ id, snippet: snippets.view(project_id, id) });
        return stream.sendToMany((session) => sessionStore.projectOf(session) === project_id, "snippet", view);
      }
      case "deliveries":
        return stream.reset((session) => event.data.sessions.has(session));
      case "version": {
        const { id, session_id } = event.data;
        return notify(session_id, "version", () =>
          views.version(versions.head(id), sessions.byId(session_id).currentVersion),
        );
      }
      case "asset": {
        const { session_id, ...view } = event.data;
        return notify(session_id, "asset", () => view);
      }
      case "delivery": {
        const { id, session_id } = event.data;
        return notify(session_id, "delivery", () => {
          const delivery = deliveries.byId(id);
          if (delivery.versionId === null) return null;
          return { ...deliveries.versionDelivery(delivery), version_number: versions.head(delivery.versionId).number };
        });
      }
    }
  });
}
