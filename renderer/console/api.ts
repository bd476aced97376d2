/** The console's calls, by name (server/console/console-api.ts). */
import type {
  DeliveryDetail,
  DeliveryRow,
  Me,
  Page,
  ProjectBody,
  ProjectPatch,
  ProjectView,
  ProjectWithSecret,
  SessionDetail,
  SessionRow,
  SettingsView,
  VersionDetail,
} from "../../server/console/console-api.ts";
import { createApiClient } from "../shared/api-client.ts";

/** Dispatched on window when an answer was 401: the login has ended. */
export const LOGIN_ENDED = "galley:login-ended";

const client = createApiClient("/api", () => void window.dispatchEvent(new Event(LOGIN_ENDED)));

/** For the calls that find out whether there is a login; their 401 ends none. */
const door = createApiClient("/api");

export interface SessionFilter {
  project: string;
  q: string;
}

export interface DeliveryFilter {
  project: string;
  session: string;
  state: string;
  q: string;
}

type Cursor = string | null;

export const api = {
  me: (signal: AbortSignal) => door.get<Me>("/me", { signal }),
  login: (token: string) => door.post<void>("/login", { token }),

  projects: (cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<ProjectView>>("/projects", { query: { cursor }, signal }),
  createProject: (body: ProjectBody) => client.post<ProjectWithSecret>("/projects", body),
  changeProject: (id: string, patch: ProjectPatch) => client.patch<ProjectView>(`/projects/${id}`, patch),
  /** The secret before goes on being accepted for a day. */
  rotateSecret: (id: string) => client.post<ProjectWithSecret>(`/projects/${id}/rotate-secret`, {}),
  revealSecret: (id: string) => client.post<ProjectWithSecret>(`/projects/${id}/reveal-secret`),

  sessions: (filter: SessionFilter, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<SessionRow>>("/sessions", { query: { ...filter, cursor }, signal }),
  session: (id: string, signal: AbortSignal) => client.get<SessionDetail>(`/sessions/${id}`, { signal }),
  deleteSession: (id: string) => client.delete<void>(`/sessions/${id}`),
  version: (id: string, signal: AbortSignal) => client.get<VersionDetail>(`/versions/${id}`, { signal }),
  archiveUrl: (versionId: string) => client.url(`/versions/${versionId}/archive`),

  deliveries: (filter: DeliveryFilter, cursor: Cursor, signal: AbortSignal) =>
    client.get<Page<DeliveryRow>>("/deliveries", { query: { ...filter, cursor }, signal }),
  delivery: (id: string, signal: AbortSignal) => client.get<DeliveryDetail>(`/deliveries/${id}`, { signal }),
  retryDelivery: (id: string) => client.post<unknown>(`/deliveries/${id}/retry`),

  settings: (signal: AbortSignal) => client.get<SettingsView>("/settings", { signal }),
  changeSettings: (patch: Partial<SettingsView["settings"]>) => client.patch<SettingsView>("/settings", patch),
  eventsUrl: client.url("/events"),
};
