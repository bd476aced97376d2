/** The shared state of the console's routes, and the events of open pages. Created once. */
import { hasRole } from "../../contracts/accounts-api.ts";
import { createEventStream } from "../../http/event-stream.ts";
import type { Services } from "../../services.ts";
import { createAccountLogins } from "./account-login.ts";
import { createConsoleHosts } from "./console-hosts.ts";
import { createConsoleLogins } from "./login.ts";
import type { Visitor } from "./permissions.ts";
import { createConsoleViews } from "./views.ts";

/** Topics of the event stream, one for each level of access. */
export const ADMIN_TOPIC = "admin";
const VIEWER_TOPIC = "viewer";

const projectTopic = (id: string): string => `project ${id}`;

export const topicFor = ({ role, siteLink }: Visitor): string =>
  siteLink !== null ? projectTopic(siteLink.projectId) : hasRole(role, "admin") ? ADMIN_TOPIC : VIEWER_TOPIC;

export type Console = ReturnType<typeof createConsole>;

/** @param restart restarts the appliance, so that a restore takes effect; null if it cannot restart */
export function createConsole(services: Services, restart: (() => void) | null) {
  const stream = createEventStream(services.runtime);
  const hosts = createConsoleHosts(services);
  const stopEvents = publishEvents(services, stream);
  const logins = createConsoleLogins({ ...services, hosts });
  return {
    services,
    restart,
    stream,
    close(): void {
      stopEvents();
      stream.close();
    },
    hosts,
    logins,
    accountLogins: createAccountLogins(services, logins),
    views: createConsoleViews(services, logins, restart !== null),
  };
}

/** Sends events to the open pages. Only admins receive log entries; site links receive only their project's deliveries. */
function publishEvents({ events, deliveries, logs }: Services, stream: Console["stream"]): () => void {
  const stopLog = logs.subscribe((entry) => stream.send(ADMIN_TOPIC, "log", () => entry));
  const stopEvents = events.subscribe((event) => {
    if (event.kind === "presence" || event.kind === "reopened") return;
    if (event.kind === "deliveries") return stream.reset(() => true);
    // Reads the row after the commit, so that a later event never contains an older state.
    const ofProject = event.kind === "delivery" ? projectTopic(event.data.project_id) : null;
    stream.sendToMany(
      (topic) => topic === ADMIN_TOPIC || topic === VIEWER_TOPIC || topic === ofProject,
      event.kind,
      () => (event.kind === "delivery" ? deliveries.head(event.data.id) : event.data),
    );
  });
  return () => {
    stopLog();
    stopEvents();
  };
}
