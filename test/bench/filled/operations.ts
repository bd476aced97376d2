/** The operations that are compared on a full and on a nearly empty appliance. */
import { randomUUID } from "node:crypto";
import { articleOf, editorAccess, type Keys, type OpenedSession, openSession, signature } from "../../support/site.ts";
import { paragraphs, requestBytes } from "../load/requests.ts";
import type { BenchAppliance } from "../workshop.ts";
import { type Filled, materialOf } from "./fill.ts";

export interface FilledAppliance {
  appliance: BenchAppliance;
  /** All projects, the largest first. */
  projects: (Keys & { id: string })[];
  filled: Filled;
  callbackUrl: string;
}

export interface Operation {
  name: string;
  on: "public" | "console";
  status: number;
  /** Prepares the request; only sending it is measured. */
  request(side: FilledAppliance, round: number): Promise<Buffer>;
}

interface Listed {
  next_cursor: string | null;
}

const sampleOf = ({ filled }: FilledAppliance, round: number) => {
  const sample = filled.samples[(round * 37) % filled.samples.length];
  if (sample === undefined) throw new Error("The folder has no sessions.");
  return sample;
};
const keysOf = ({ projects }: FilledAppliance, id: string) => {
  const keys = projects.find((project) => project.id === id);
  if (keys === undefined) throw new Error(`Project ${id} not found.`);
  return keys;
};

function openRequest({ appliance, callbackUrl }: FilledAppliance, keys: Keys, materialId: string): Buffer {
  return requestBytes(
    "POST",
    `${appliance.url}/integration/session/open`,
    { "X-Service-Signature": signature(keys.api_secret, materialId, callbackUrl), "Content-Type": "application/json" },
    JSON.stringify({
      api_key: keys.api_key,
      material_id: materialId,
      callback_url: callbackUrl,
      metadata: { version: "7.2", section_id: "city", user_email: "desk@example.org" },
    }),
  );
}

async function opened(side: FilledAppliance, round: number): Promise<OpenedSession> {
  const { projectId, materialId } = sampleOf(side, round);
  const body = { material_id: materialId, callback_url: side.callbackUrl };
  return openSession(side.appliance.url, keysOf(side, projectId), body);
}

function editorRequest(session: OpenedSession, method: string, where: string, body = ""): Buffer {
  const { api, headers } = editorAccess(session);
  return requestBytes(method, `${api}${where}`, { ...headers, "Content-Type": "application/json" }, body);
}

const editor = (name: string, where: string): Operation => ({
  name,
  on: "public",
  status: 200,
  request: async (side, round) => editorRequest(await opened(side, round), "GET", where),
});

/** A request of the console API; `next` requests its second page. */
const list = (name: string, where: (side: FilledAppliance, round: number) => string, next = false): Operation => ({
  name,
  on: "console",
  status: 200,
  async request(side, round) {
    const { appliance } = side;
    let path = where(side, round);
    if (next) {
      const { next_cursor } = await appliance.console<Listed>("GET", path);
      if (next_cursor === null) throw new Error(`${path} has only one page.`);
      path += `${path.includes("?") ? "&" : "?"}cursor=${next_cursor}`;
    }
    return requestBytes("GET", `${appliance.consoleUrl}/api${path}`, { Authorization: appliance.authorization });
  },
});

const largest = ({ projects }: FilledAppliance) => projects[0]?.id ?? "";
/** Has more than a page of sessions in both folders. */
const middling = ({ projects }: FilledAppliance) => projects[3]?.id ?? "";
const smallest = ({ projects }: FilledAppliance) => projects.at(-1)?.id ?? "";
/** Matches a hundred sessions in both folders. */
const hundred = materialOf(100).slice(0, -2);
const every = materialOf(0).slice(0, -6);

export const OPERATIONS: Operation[] = [
  {
    name: "first open",
    on: "public",
    status: 200,
    request: async (side, round) =>
      openRequest(side, side.projects[round % side.projects.length] as Keys, `new-${randomUUID()}`),
  },
  {
    name: "repeated open",
    on: "public",
    status: 200,
    request: async (side, round) => {
      const { projectId, materialId } = sampleOf(side, round);
      return openRequest(side, keysOf(side, projectId), materialId);
    },
  },
  {
    name: "save",
    on: "public",
    status: 201,
    async request(side, round) {
      const body = { material_id: `save-${round}-${randomUUID()}`, callback_url: side.callbackUrl };
      const session = await openSession(side.appliance.url, side.projects[0] as Keys, body);
      const save = { save_id: randomUUID(), base_version: null, vms_json: articleOf(...paragraphs(200)) };
      return editorRequest(session, "POST", "/versions", JSON.stringify(save));
    },
  },
  editor("article, as the editor loads it", ""),
  editor("versions of an article", "/versions"),
  list("sessions", () => "/sessions"),
  list("sessions, second page", () => "/sessions", true),
  list("sessions of the largest project", (side) => `/sessions?project=${largest(side)}`),
  list("sessions of a middling project", (side) => `/sessions?project=${middling(side)}`),
  list("sessions by q, a hundred matches", () => `/sessions?q=${hundred}`),
  list("sessions by q, all match", () => `/sessions?q=${every}`),
  list("sessions by q, no match", () => "/sessions?q=nothing"),
  list("sessions of a project by q", (side) => `/sessions?project=${middling(side)}&q=${every}`),
  list("session", (side, round) => `/sessions/${sampleOf(side, round).id}`),
  list("deliveries", () => "/deliveries"),
  list("deliveries, second page", () => "/deliveries", true),
  list("deliveries of the largest project", (side) => `/deliveries?project=${largest(side)}`),
  list("deliveries of the smallest project", (side) => `/deliveries?project=${smallest(side)}`),
  list("deliveries, delivered", () => "/deliveries?state=delivered"),
  list("deliveries, delivered, second page", () => "/deliveries?state=delivered", true),
  list("deliveries, pending", () => "/deliveries?state=pending"),
  list("deliveries, failed (none)", () => "/deliveries?state=failed"),
  list("deliveries by project and state", (side) => `/deliveries?project=${largest(side)}&state=delivered`),
  list("pending deliveries of the smallest project", (side) => `/deliveries?project=${smallest(side)}&state=pending`),
  list("deliveries of a session", (side, round) => `/deliveries?session=${sampleOf(side, round).id}`),
  list("deliveries by q, one article", (side, round) => `/deliveries?q=${sampleOf(side, round).materialId}`),
  list("deliveries by q, a hundred articles", () => `/deliveries?q=${hundred}`),
  list("deliveries by q, all articles", () => `/deliveries?q=${every}`),
  list("deliveries by q, no match", () => "/deliveries?q=nothing"),
  list("deliveries by q, project, state", (side) => `/deliveries?q=${every}&project=${largest(side)}&state=delivered`),
  list("delivery", (side, round) => `/deliveries/${sampleOf(side, round).deliveryId}`),
];
