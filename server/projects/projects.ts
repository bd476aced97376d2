/**
 * Projects: the sites that may use the appliance, their keys, and the hosts of their callbacks (contract 5.1).
 *
 * Glossary. project: one site in one environment. api key: its public name. secret: its signing key, never in a list or a
 * log. former secret: a replaced one. It is accepted until its overlap ends. It signs callbacks until then, or until the
 * site has signed with a newer one, so that a site can always verify a callback.
 */
import type { AuditAction } from "../contracts/audit-actions.ts";
import type {
  ProjectBody,
  ProjectPatch,
  ProjectSettings,
  ProjectView,
  ProjectWithSecret,
} from "../contracts/projects-api.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { isoTime, type Random, type Runtime } from "../core/runtime.ts";
import { type AllowedHost, DEV_HOSTS, parseAllowedHost } from "../outbound/allowed-hosts.ts";
import type { Services } from "../services.ts";
import type { Database } from "../storage/database.ts";
import type { SecretBox } from "../storage/secret-box.ts";
import { createProjectStore, type FormerSecret, type StoredProject } from "./project-store.ts";

export interface Project
  extends Pick<StoredProject, "id" | "name" | "environment" | "apiKey" | "enabled" | "settings"> {
  secret: string;
  /** The hosts of its callbacks: the listed ones, and loopback for a dev project. */
  allowedHosts: readonly AllowedHost[];
  listedHosts: readonly AllowedHost[];
}

const DEFAULT_SETTINGS: ProjectSettings = {
  embed_loading: "on_click",
  embed_hosts: [],
  answer_timeout_s: 180,
  resize_mode: null,
  style_sheet: "html",
  ca_certificate: null,
};
/** The list has no pages, so it has a limit above the projects of any newsroom. */
const MAX_PROJECTS = 500;
/** Limit of stored former secrets, newest first: more than an admin replaces during one overlap. */
const MAX_FORMER_SECRETS = 10;
export const SECRET_PURPOSE = "project secret";

interface AcceptedSecret {
  secret: string;
  hint: string;
  /** ms since the epoch; null for the current one. */
  expiresAt: number | null;
  signs: boolean;
}

interface Entry {
  project: Project;
  stored: StoredProject;
  former: (Omit<FormerSecret, "secret"> & { secret: string })[];
}

export type Projects = ReturnType<typeof createProjects>;

export function createProjects(services: Pick<Services, "database" | "runtime" | "events" | "secretBox" | "audit">) {
  const { database, runtime, events, secretBox, audit } = services;
  const store = createProjectStore(database);
  // Every open reads its project. Rows change only through this module, which clears the cache.
  const cache = new Map<string, Entry>();

  const openSecret = (sealed: Buffer) => secretBox.open(sealed, SECRET_PURPOSE);
  const remember = (stored: StoredProject | null): Entry | null => {
    if (stored === null) return null;
    const listedHosts = readHosts(stored);
    const project: Project = {
      id: stored.id,
      name: stored.name,
      environment: stored.environment,
      apiKey: stored.apiKey,
      enabled: stored.enabled,
      secret: openSecret(stored.secret),
      allowedHosts: stored.environment === "dev" ? [...listedHosts, ...DEV_HOSTS] : listedHosts,
      listedHosts,
      settings: { ...DEFAULT_SETTINGS, ...stored.settings },
    };
    const former = stored.formerSecrets.map((each) => ({ ...each, secret: openSecret(each.secret) }));
    const entry = { project, stored, former };
    cache.set(stored.id, entry).set(stored.apiKey, entry);
    return entry;
  };
  const entryById = (id: string) => {
    const entry = cache.get(id) ?? remember(store.byId(id));
    if (!entry) throw notFound(id);
    return entry;
  };
  /** For the console: a project that is being deleted is hidden. */
  const shown = (id: string) => {
    const entry = entryById(id);
    if (entry.stored.deleting) throw notFound(id);
    return entry;
  };
  const accepted = ({ former }: Entry) => former.filter(({ expiresAt }) => expiresAt > runtime.clock.now());
  /** The former secret that signs callbacks; null when the current one does. */
  const formerThatSigns = (entry: Entry) =>
    accepted(entry).find(({ number }) => number === entry.stored.siteSecretNumber) ?? null;
  const view = (entry: Entry): ProjectView => {
    const { project, stored } = entry;
    const [previous] = accepted(entry);
    return {
      id: stored.id,
      name: stored.name,
      environment: stored.environment,
      api_key: stored.apiKey,
      secret_hint: hintOf(project.secret),
      previous_secret_expires_at: previous === undefined ? null : isoTime(previous.expiresAt),
      previous_secret_signs: formerThatSigns(entry) !== null,
      allowed_hosts: stored.allowedHosts,
      enabled: stored.enabled,
      settings: project.settings,
      created_at: isoTime(stored.createdAt),
    };
  };
  const save = (stored: StoredProject, action: AuditAction, detail: Record<string, unknown>) => {
    database.transaction(() => {
      store.update(stored);
      audit.record(action, stored.id, detail);
    })();
    cache.clear();
    events.publish("project", { id: stored.id });
    return entryById(stored.id);
  };

  return {
    byKey(apiKey: string): Project | null {
      const project = (cache.get(apiKey) ?? remember(store.byKey(apiKey)))?.project;
      // The cache also has projects by id, and an id is no key.
      return project?.apiKey === apiKey ? project : null;
    },
    /** Also false for a deleted project. */
    isEnabled: (id: string): boolean => store.byId(id)?.enabled === true,
    /** @throws AppError not_found */
    byId: (id: string): Project => entryById(id).project,
    /** The secrets accepted in the site's signatures: the current one, and former ones until they expire. */
    acceptedSecrets: (project: Project): string[] => [
      project.secret,
      ...accepted(entryById(project.id)).map(({ secret }) => secret),
    ],
    /** The accepted secrets with their details, the current one first. @throws AppError not_found */
    secretsOf(id: string): AcceptedSecret[] {
      const entry = shown(id);
      const signs = formerThatSigns(entry)?.number ?? entry.stored.secretNumber;
      const current = { number: entry.stored.secretNumber, secret: entry.project.secret, expiresAt: null };
      return [current, ...accepted(entry)].map(({ number, secret, expiresAt }) => ({
        secret,
        hint: hintOf(secret),
        expiresAt,
        signs: number === signs,
      }));
    },
    /** Every secret of every project, including former ones, to mask them in the support bundle. */
    allSecrets: (): string[] =>
      store.all(MAX_PROJECTS).flatMap(({ id }) => {
        const entry = entryById(id);
        return [entry.project.secret, ...entry.former.map(({ secret }) => secret)];
      }),
    /** The secret that signs callbacks: the newest accepted one with which the site has signed, else the current one. */
    signingSecret: (project: Project): string => formerThatSigns(entryById(project.id))?.secret ?? project.secret,
    /** Records the secret of a correct signature by the site. */
    siteSignedWith(project: Project, secret: string): void {
      const { stored, former } = entryById(project.id);
      if (stored.siteSecretNumber === stored.secretNumber) return;
      const number =
        secret === project.secret ? stored.secretNumber : former.find((each) => each.secret === secret)?.number;
      // A site with several machines may still sign with an older secret for a while.
      if (number === undefined || number <= stored.siteSecretNumber) return;
      save({ ...stored, siteSecretNumber: number }, "new secret in use", {});
    },
    /** The previous secret, even if it is no longer accepted; null without one. */
    formerSecret: (project: Project): string | null => entryById(project.id).former[0]?.secret ?? null,
    others: (id: string): Project[] =>
      store
        .all(MAX_PROJECTS)
        .filter((stored) => stored.id !== id)
        .map((stored) => entryById(stored.id).project),
    list: (): ProjectView[] =>
      store
        .all(MAX_PROJECTS)
        .filter(({ deleting }) => !deleting)
        .map((stored) => view(entryById(stored.id))),
    /** @throws AppError not_found */
    view: (id: string): ProjectView => view(shown(id)),
    /** @throws AppError conflict at the limit of projects */
    create(body: ProjectBody): ProjectWithSecret {
      if (store.all(MAX_PROJECTS).length >= MAX_PROJECTS)
        throw new AppError("conflict", sentence("projects.too_many", { count: MAX_PROJECTS }));
      const secret = newSecret(runtime);
      const stored: StoredProject = {
        id: runtime.random.uuid(),
        name: body.name,
        environment: body.environment,
        apiKey: `gk_${body.environment}_${runtime.random.uuid().replaceAll("-", "")}`,
        secret: secretBox.seal(secret, SECRET_PURPOSE),
        secretNumber: 1,
        siteSecretNumber: 1,
        formerSecrets: [],
        allowedHosts: body.allowed_hosts,
        enabled: true,
        deleting: false,
        settings: DEFAULT_SETTINGS,
        createdAt: runtime.clock.now(),
      };
      database.transaction(() => {
        store.insert(stored);
        audit.record("project created", stored.id, { name: stored.name, environment: stored.environment });
      })();
      events.publish("project", { id: stored.id });
      return { ...view(entryById(stored.id)), api_secret: secret };
    },
    /** Changes the given fields. Disabling a project ends its editor logins and rejects its opens. */
    patch(id: string, patch: ProjectPatch): ProjectView {
      const { stored } = shown(id);
      const changed: StoredProject = {
        ...stored,
        name: patch.name ?? stored.name,
        allowedHosts: patch.allowed_hosts ?? stored.allowedHosts,
        enabled: patch.enabled ?? stored.enabled,
        settings: { ...stored.settings, ...patch.settings },
      };
      return view(save(changed, "project changed", { ...patch }));
    },
    revealSecret(id: string): ProjectWithSecret {
      const entry = shown(id);
      audit.record("secret revealed", id, {});
      return { ...view(entry), api_secret: entry.project.secret };
    },
    /** Creates a new secret. Previous ones stay accepted for `overlapMs`, or until their existing expiry if that is sooner. */
    rotateSecret(id: string, overlapMs: number): ProjectWithSecret {
      const { stored } = shown(id);
      const secret = newSecret(runtime);
      const now = runtime.clock.now();
      const end = now + overlapMs;
      const replaced: FormerSecret = { number: stored.secretNumber, secret: stored.secret, expiresAt: end };
      const before = stored.formerSecrets
        .filter(({ expiresAt }) => expiresAt > now)
        .map((former) => ({ ...former, expiresAt: Math.min(former.expiresAt, end) }));
      const changed: StoredProject = {
        ...stored,
        secret: secretBox.seal(secret, SECRET_PURPOSE),
        secretNumber: stored.secretNumber + 1,
        formerSecrets: [replaced, ...before].slice(0, MAX_FORMER_SECRETS),
      };
      return { ...view(save(changed, "secret rotated", { overlap_ms: overlapMs })), api_secret: secret };
    },
    /** Revokes all former secrets. @throws AppError conflict without a former secret */
    endFormerSecrets(id: string): ProjectView {
      const entry = shown(id);
      const ended = accepted(entry).length;
      if (ended === 0) throw new AppError("conflict", sentence("projects.one_secret"));
      const now = runtime.clock.now();
      // They stay stored, so that the diagnosis of a wrong signature recognizes them.
      const formerSecrets = entry.stored.formerSecrets.map((former) => ({
        ...former,
        expiresAt: Math.min(former.expiresAt, now),
      }));
      return view(save({ ...entry.stored, formerSecrets }, "old secret ended", { ended }));
    },
    /** Disables the key and hides the project. @param typed must be the project's name @throws AppError not_found, invalid */
    markDeleted(id: string, typed: string, held: Record<string, unknown>): void {
      const { stored } = shown(id);
      if (typed.trim() !== stored.name.trim())
        throw new AppError("invalid", sentence("projects.type_name", { name: stored.name }));
      save({ ...stored, enabled: false, deleting: true }, "project deleted", { name: stored.name, ...held });
    },
    /** Clears the cache after the row was deleted. */
    forget: (): void => cache.clear(),
  };
}

function notFound(id: string): AppError {
  return new AppError("not_found", sentence("projects.no_project", { id }));
}

function hintOf(secret: string): string {
  return `${secret.slice(0, 5)}…${secret.slice(-2)}`;
}

function newSecret({ random }: Pick<Runtime, "random">): string {
  return `gs_${random.token(32)}`;
}

/** Entries are validated on input, so a stored one always parses. */
function readHosts(stored: StoredProject): AllowedHost[] {
  return stored.allowedHosts.map(parseAllowedHost).filter((entry) => entry !== null);
}

// A restore reseals the secrets of a backup with the key of the data folder.

/** A limit above the possible number of projects. */
const ALL = 1_000_000;

/**
 * Seals all secrets with another key; without the old one, creates new ones. Returns the projects with new ones. @throws for a foreign
 * secret
 */
export function resealSecrets(database: Database, from: SecretBox | null, to: SecretBox, random: Random): string[] {
  const store = createProjectStore(database);
  const move = (sealed: Buffer, box: SecretBox) => to.seal(box.open(sealed, SECRET_PURPOSE), SECRET_PURPOSE);
  return database.transaction(() => {
    const renewed: string[] = [];
    for (const project of store.all(ALL)) {
      if (from !== null) {
        const formerSecrets = project.formerSecrets.map((former) => ({ ...former, secret: move(former.secret, from) }));
        store.update({ ...project, secret: move(project.secret, from), formerSecrets });
        continue;
      }
      const secret = to.seal(newSecret({ random }), SECRET_PURPOSE);
      store.update({ ...project, secret, siteSecretNumber: project.secretNumber, formerSecrets: [] });
      renewed.push(project.name);
    }
    return renewed;
  })();
}

const SANDBOX_KEY = "sandbox_project";

/** Id of the sample site's project, created once, in a new data folder; null in a folder that never had one. */
export function openSandboxProject(database: Database, projects: Projects): string | null {
  const stored = database
    .prepare<[string], { value: string }>("SELECT value FROM settings WHERE key = ?")
    .get(SANDBOX_KEY);
  if (stored !== undefined) return JSON.parse(stored.value) as string;
  if (projects.list().length > 0) return null;
  return database.transaction(() => {
    const project = projects.create({ name: "Sandbox", environment: "dev", allowed_hosts: [] });
    database.prepare("INSERT INTO settings (key, value) VALUES (?, ?)").run(SANDBOX_KEY, JSON.stringify(project.id));
    return project.id;
  })();
}
