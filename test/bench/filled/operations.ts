/** The operations that are compared on a full and on a nearly empty appliance. */
import { randomUUID } from "node:crypto";
import { articleOf, editorAccess, type Keys, openSession } from "../../support/site.ts";
import { openBytes, paragraphs, requestBytes } from "../load/requests.ts";
import type { BenchAppliance } from "../workshop.ts";
import { type Filled, materialOf } from "./fill.ts";

export interface FilledAppliance {
  appliance: BenchAppliance;
  /** All projects, the largest first. */
  projects: (Keys & { id: string })[];
  filled: Filled;
  callbackUrl: string;
}

/** Prepares the request; only sending it is measured. */
type Prepare = (side: FilledAppliance, round: number) => Buffer | Promise<Buffer>;

export interface Operation {
  name: string;
  on: "public" | "console";
  status: number;
  request: Prepare;
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

function openRequest({ appliance, callbackUrl }: FilledAppliance, keys: Keys, material_id: string): Buffer {
  const metadata = { version: "7.2", section_id: "city", user_email: "desk@example.org" };
  return openBytes(appliance.url, keys, { material_id, callback_url: callbackUrl, metadata });
}

async function opened({ appliance, callbackUrl }: FilledAppliance, keys: Keys, material_id: string) {
  return editorAccess(await openSession(appliance.url, keys, { material_id, callback_url: callbackUrl }));
}

function atPublic(name: string, status: number, request: Prepare): Operation {
  return { name, on: "public", status, request };
}

const editor = (name: string, where: string): Operation =>
  atPublic(name, 200, async (side, round) => {
    const { projectId, materialId } = sampleOf(side, round);
    const { api, headers } = await opened(side, keysOf(side, projectId), materialId);
    return requestBytes("GET", `${api}${where}`, headers);
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
      const { next_cursor } = await appliance.console<{ next_cursor: string | null }>("GET", path);
      if (next_cursor === null) throw new Error(`${path} has only one page.`);
      path += `${path.includes("?") ? "&" : "?"}cursor=${next_cursor}`;
    }
    const headers = { Authorization: `Bearer ${appliance.consoleToken}` };
    return requestBytes("GET", `${appliance.consoleUrl}/api${path}`, headers);
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
  atPublic("first open", 200, (side, round) =>
    openRequest(side, side.projects[round % side.projects.length] as Keys, `new-${randomUUID()}`),
  ),
  atPublic("repeated open", 200, (side, round) => {
    const { projectId, materialId } = sampleOf(side, round);
    return openRequest(side, keysOf(side, projectId), materialId);
  }),
  atPublic("save", 201, async (side, round) => {
    const { api, headers } = await opened(side, side.projects[0] as Keys, `save-${round}-${randomUUID()}`);
    const body = { save_id: randomUUID(), base_version: null, vms_json: articleOf(...paragraphs(200)) };
    return requestBytes("POST", `${api}/versions`, headers, body);
  }),
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
