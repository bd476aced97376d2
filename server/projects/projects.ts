/**
 * Projects: who may use the appliance, with which key, and where their callbacks may go (spec 5.1).
 *
 * Glossary. project: one site in one environment. api key: its public name. secret: what it signs with; never part of a
 * list or a log. The previous secret is accepted inbound until it expires; outbound only the current one signs.
 */
import type { AuditLog } from "../audit-log.ts";
import type {
  ProjectBody,
  ProjectPatch,
  ProjectSettings,
  ProjectView,
  ProjectWithSecret,
} from "../console/console-api.ts";
import { AppError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Database } from "../storage/database.ts";
import type { SecretBox } from "../storage/secret-box.ts";
import { isoTime } from "../times.ts";
import { type AllowedHost, DEV_HOSTS, parseAllowedHost } from "./allowed-hosts.ts";
import { createProjectStore, type StoredProject } from "./project-store.ts";

/** A project as the other rooms use it. */
export interface Project {
  id: string;
  name: string;
  environment: ProjectBody["environment"];
  apiKey: string;
  enabled: boolean;
  /** Signs what goes out. */
  secret: string;
  allowedHosts: readonly AllowedHost[];
  settings: ProjectSettings;
}

export interface Projects {
  byKey(apiKey: string): Project | null;
  /** @throws AppError not_found */
  byId(id: string): Project;
  /** The secrets that a signature from outside may be made with: the current one, and the previous until it expires. */
  acceptedSecrets(project: Project): string[];
  /** The secret before the current one, also when it is not accepted any more; null where there was none. */
  formerSecret(project: Project): string | null;
  /** All projects but this one. */
  others(id: string): Project[];
  list(): ProjectView[];
  view(id: string): ProjectView;
  create(body: ProjectBody): ProjectWithSecret;
  /** Changes the given part. Disabling a project ends its editor logins and refuses its opens. */
  patch(id: string, patch: ProjectPatch): ProjectView;
  /** Shows the secret; the audit log keeps that it was shown. */
  revealSecret(id: string): ProjectWithSecret;
  /** A new secret; the one before is accepted inbound for `overlapMs` more. */
  rotateSecret(id: string, overlapMs: number): ProjectWithSecret;
}

const DEFAULT_SETTINGS: ProjectSettings = { answer_timeout_s: 180, resize_mode: null, ca_certificate: null };
/** More projects than a newsroom has; the list is not paged. */
const MAX_PROJECTS = 500;
/** What project secrets are sealed for. */
export const SECRET_PURPOSE = "project secret";

interface Parts {
  database: Database;
  runtime: Runtime;
  secretBox: SecretBox;
  audit: AuditLog;
}

export function createProjects({ database, runtime, secretBox, audit }: Parts): Projects {
  const store = createProjectStore(database);
  // Every open asks for its project; rows change only through this room, which empties the cache.
  const cache = new Map<string, { project: Project; stored: StoredProject }>();

  const remember = (stored: StoredProject | null) => {
    if (stored === null) return null;
    const project: Project = {
      id: stored.id,
      name: stored.name,
      environment: stored.environment,
      apiKey: stored.apiKey,
      enabled: stored.enabled,
      secret: secretBox.open(stored.secret, SECRET_PURPOSE),
      allowedHosts: readHosts(stored),
      settings: { ...DEFAULT_SETTINGS, ...stored.settings },
    };
    const entry = { project, stored };
    cache.set(stored.id, entry).set(stored.apiKey, entry);
    return entry;
  };
  const entryById = (id: string) => {
    const entry = cache.get(id) ?? remember(store.byId(id));
    if (!entry) throw new AppError("not_found", `There is no project ${id}.`);
    return entry;
  };
  const view = ({ project, stored }: { project: Project; stored: StoredProject }): ProjectView => ({
    id: stored.id,
    name: stored.name,
    environment: stored.environment,
    api_key: stored.apiKey,
    secret_hint: `${project.secret.slice(0, 5)}…${project.secret.slice(-2)}`,
    previous_secret_expires_at:
      stored.previousSecretExpiresAt !== null && stored.previousSecretExpiresAt > runtime.clock.now()
        ? isoTime(stored.previousSecretExpiresAt)
        : null,
    allowed_hosts: stored.allowedHosts,
    enabled: stored.enabled,
    settings: project.settings,
    created_at: isoTime(stored.createdAt),
  });
  const save = (stored: StoredProject, action: string, detail: Record<string, unknown>) => {
    database.transaction(() => {
      store.update(stored);
      audit.record(action, stored.id, detail);
    })();
    cache.clear();
    return entryById(stored.id);
  };

  return {
    byKey(apiKey) {
      const project = (cache.get(apiKey) ?? remember(store.byKey(apiKey)))?.project;
      // The cache knows projects by their ids as well, and an id is no key.
      return project?.apiKey === apiKey ? project : null;
    },
    byId: (id) => entryById(id).project,
    acceptedSecrets(project) {
      const { stored } = entryById(project.id);
      const overlaps = stored.previousSecret !== null && (stored.previousSecretExpiresAt ?? 0) > runtime.clock.now();
      return overlaps && stored.previousSecret !== null
        ? [project.secret, secretBox.open(stored.previousSecret, SECRET_PURPOSE)]
        : [project.secret];
    },
    formerSecret(project) {
      const { previousSecret } = entryById(project.id).stored;
      return previousSecret === null ? null : secretBox.open(previousSecret, SECRET_PURPOSE);
    },
    others: (id) =>
      store
        .all(MAX_PROJECTS)
        .filter((stored) => stored.id !== id)
        .map((stored) => entryById(stored.id).project),
    list: () => store.all(MAX_PROJECTS).map((stored) => view(entryById(stored.id))),
    view: (id) => view(entryById(id)),
    create(body) {
      if (store.all(MAX_PROJECTS).length >= MAX_PROJECTS)
        throw new AppError("conflict", `There are ${MAX_PROJECTS} projects already; use one of them for this site.`);
      const secret = newSecret(runtime);
      const stored: StoredProject = {
        id: runtime.random.uuid(),
        name: body.name,
        environment: body.environment,
        apiKey: `gk_${body.environment}_${runtime.random.uuid().replaceAll("-", "")}`,
        secret: secretBox.seal(secret, SECRET_PURPOSE),
        previousSecret: null,
        previousSecretExpiresAt: null,
        allowedHosts: body.allowed_hosts,
        enabled: true,
        settings: DEFAULT_SETTINGS,
        createdAt: runtime.clock.now(),
      };
      database.transaction(() => {
        store.insert(stored);
        audit.record("project created", stored.id, { name: stored.name, environment: stored.environment });
      })();
      return { ...view(entryById(stored.id)), api_secret: secret };
    },
    patch(id, patch) {
      const { stored } = entryById(id);
      const changed: StoredProject = {
        ...stored,
        name: patch.name ?? stored.name,
        allowedHosts: patch.allowed_hosts ?? stored.allowedHosts,
        enabled: patch.enabled ?? stored.enabled,
        settings: { ...stored.settings, ...patch.settings },
      };
      return view(save(changed, "project changed", { ...patch }));
    },
    revealSecret(id) {
      const entry = entryById(id);
      audit.record("secret revealed", id, {});
      return { ...view(entry), api_secret: entry.project.secret };
    },
    rotateSecret(id, overlapMs) {
      const { stored } = entryById(id);
      const secret = newSecret(runtime);
      const changed: StoredProject = {
        ...stored,
        secret: secretBox.seal(secret, SECRET_PURPOSE),
        previousSecret: stored.secret,
        previousSecretExpiresAt: runtime.clock.now() + overlapMs,
      };
      return { ...view(save(changed, "secret rotated", { overlap_ms: overlapMs })), api_secret: secret };
    },
  };
}

export function newSecret({ random }: Pick<Runtime, "random">): string {
  return `gs_${random.token(32)}`;
}

/** Entries are validated where they enter, so that a stored one always parses. */
function readHosts(stored: StoredProject): AllowedHost[] {
  const entries = stored.allowedHosts.map(parseAllowedHost).filter((entry) => entry !== null);
  return stored.environment === "dev" ? [...entries, ...DEV_HOSTS] : entries;
}
