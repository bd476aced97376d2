/** Talking to the console of a running appliance, wherever it runs. */
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";

/** Where an appliance is. */
export interface Place {
  url: string;
  consoleUrl: string;
  dataDir: string;
}

export interface ConsoleCalls {
  consoleToken: string;
  /** Makes a project through the console's API. */
  createProject(body?: {
    name?: string;
    environment?: "dev" | "prod";
    allowed_hosts?: string[];
  }): Promise<ProjectWithSecret>;
  /** The project of the sample site, with its secret. */
  sandboxProject(): Promise<ProjectWithSecret>;
  /** A call of the console's API, whatever its status. Bytes are sent as they are, anything else as JSON. */
  request(method: string, where: string, body?: unknown, more?: RequestInit): Promise<Response>;
  /** A call of the console's API; the answer's JSON. Fails on any other status than 2xx. */
  console<T>(method: string, path: string, body?: unknown): Promise<T>;
}

export interface RunningAppliance extends Place, ConsoleCalls {
  /** Logs a browser into the console, once. */
  consoleLink: string;
  sandboxUrl: string;
  /** Ends it in order. */
  close(): Promise<void>;
}

export function consoleOf({ consoleUrl, dataDir }: Omit<Place, "url">): ConsoleCalls {
  const consoleToken = fs.readFileSync(path.join(dataDir, "console-token"), "utf8").trim();
  const request: ConsoleCalls["request"] = (method, where, body, { headers, ...more } = {}) =>
    fetch(`${consoleUrl}/api${where}`, {
      method,
      headers: { authorization: `Bearer ${consoleToken}`, ...headers },
      ...(body === undefined ? {} : { body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) }),
      ...more,
    });
  const call = async <T>(method: string, where: string, body?: unknown): Promise<T> => {
    const response = await request(method, where, body);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${where} answered ${response.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const reveal = (id: string) => call<ProjectWithSecret>("POST", `/projects/${id}/reveal-secret`);
  return {
    consoleToken,
    request,
    console: call,
    createProject: (body = {}) =>
      call("POST", "/projects", {
        name: body.name ?? `Test ${randomBytes(3).toString("hex")}`,
        environment: body.environment ?? "dev",
        allowed_hosts: body.allowed_hosts ?? [],
      }),
    async sandboxProject() {
      const { items } = await call<{ items: { id: string; name: string }[] }>("GET", "/projects");
      const sandbox = items.find(({ name }) => name === "Sandbox");
      if (sandbox === undefined) throw new Error("There is no project Sandbox.");
      return reveal(sandbox.id);
    },
  };
}
