/** Calls the console of a running appliance. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { Page } from "../../server/contracts/console-api.ts";
import type { AuditRow } from "../../server/contracts/logs-api.ts";
import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";

export interface Place {
  url: string;
  consoleUrl: string;
  dataDir: string;
}

export type ConsoleCalls = ReturnType<typeof consoleOf>;

export interface RunningAppliance extends Place, ConsoleCalls {
  /** One-time login link of the console. */
  consoleLink: string;
  sandboxUrl: string;
  /** Shuts it down. */
  close(): Promise<void>;
}

/** The items of every page of a list. */
export async function allPages<T>(read: (cursor: string) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page<T> = await read(cursor);
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

export function consoleOf({ consoleUrl, dataDir }: Omit<Place, "url">) {
  const consoleToken = fs.readFileSync(path.join(dataDir, "console-token"), "utf8").trim();
  const request = (method: string, where: string, body?: unknown, { headers, ...more }: RequestInit = {}) =>
    fetch(`${consoleUrl}/api${where}`, {
      method,
      headers: { authorization: `Bearer ${consoleToken}`, ...headers },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) }),
      ...more,
    });
  const call = async <T>(method: string, where: string, body?: unknown): Promise<T> => {
    const response = await request(method, where, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${where}: status ${response.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const list = async <T>(where: string) => (await call<Page<T>>("GET", where)).items;
  const listAll = <T>(where: string) =>
    allPages<T>((cursor) => call("GET", `${where}${where.includes("?") ? "&" : "?"}cursor=${cursor}`));
  const sandboxProject = async () => {
    const sandbox = (await list<{ id: string; name: string }>("/projects")).find(({ name }) => name === "Sandbox");
    if (sandbox === undefined) throw new Error("The project Sandbox is missing.");
    return call<ProjectWithSecret>("POST", `/projects/${sandbox.id}/reveal-secret`);
  };
  return {
    consoleToken,
    /** Calls the console's API and returns any response. Bytes are sent unchanged, other bodies as JSON. */
    request,
    /** Calls the console's API. @returns the parsed body @throws if the status is not 2xx */
    console: call,
    /** Reads the first page of a list of the console's API. */
    list,
    /** Reads every page of a list. */
    listAll,
    /** Reads the newest entries of the audit log. @param action only these */
    audit: (action = "") => list<AuditRow>(`/audit?${new URLSearchParams({ action }).toString()}`),
    createProject: (body: { name?: string; environment?: "dev" | "prod"; allowed_hosts?: string[] } = {}) =>
      call<ProjectWithSecret>("POST", "/projects", {
        name: body.name ?? `Test ${randomBytes(3).toString("hex")}`,
        environment: body.environment ?? "dev",
        allowed_hosts: body.allowed_hosts ?? [],
      }),
    /** The project of the sample site, with its secret. */
    sandboxProject,
  };
}
