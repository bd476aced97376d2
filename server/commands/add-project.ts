/** `galley add-project`: creates a project, through the running service or in the folder of a stopped one. */
import { ProjectBodySchema } from "../api/console/project-bodies.ts";
import type { FlagValues } from "../config/flags.ts";
import type { ProjectBody, ProjectWithSecret } from "../contracts/projects-api.ts";
import type { SettingsView } from "../contracts/settings-api.ts";
import { createEventHub } from "../core/events.ts";
import { stderrLog } from "../core/process.ts";
import { originOf } from "../http/listener.ts";
import { createProjects } from "../projects/projects.ts";
import { isInUse } from "../storage/database.ts";
import { type Command, type CommandIo, EXIT, invalidFlag, print, readCommand, UsageError } from "./command.ts";
import { resolveDataDir } from "./data-folder.ts";
import { askRunning } from "./running-appliance.ts";
import { withStoppedFolder } from "./stopped-folder.ts";
import type { COMMANDS } from "./table.ts";

export const addProject: Command = {
  failed: "The project was not created.",
  async run(args, io) {
    const { values } = readCommand("add-project", args);
    const dataDir = resolveDataDir(values, io);
    const body = readBody(values);
    const [made, serviceUrl] = await (isInUse(dataDir) ? make(dataDir, body) : makeStopped(dataDir, body, io));
    print(io, values, jsonOf(made, serviceUrl), () => wordsOf(made, serviceUrl));
    return EXIT.fine;
  },
};

/** Applies the rules of `POST /projects`. @throws UsageError */
function readBody(values: FlagValues<(typeof COMMANDS)["add-project"]["flags"]>): ProjectBody {
  const { name, environment, "allowed-host": allowed_hosts } = values;
  if (environment !== "dev" && environment !== "prod")
    throw new UsageError(`--environment must be dev or prod, not ${JSON.stringify(environment).slice(0, 300)}.`);
  const parsed = ProjectBodySchema.safeParse({ name, environment, allowed_hosts });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [key, index] = issue?.path ?? [];
  const [flag, given] = key === "allowed_hosts" ? ["allowed-host", allowed_hosts?.[Number(index)]] : ["name", name];
  throw invalidFlag(flag, given, issue?.message);
}

async function make(dataDir: string, body: ProjectBody): Promise<[ProjectWithSecret, string]> {
  const made = await askRunning<ProjectWithSecret>(dataDir, "POST", "/projects", body);
  const { appliance } = await askRunning<SettingsView>(dataDir, "GET", "/settings");
  return [made, appliance.public_url];
}

function makeStopped(dataDir: string, body: ProjectBody, io: CommandIo): Promise<[ProjectWithSecret, string]> {
  return withStoppedFolder(dataDir, io, "add-project …", ({ config, ...folder }) => {
    const projects = createProjects({ ...folder, events: createEventHub(stderrLog) });
    return [projects.create(body), config.publicUrl ?? originOf(config.public)];
  });
}

function jsonOf(made: ProjectWithSecret, service_url: string): object {
  const { id, name, environment, api_key, api_secret, allowed_hosts } = made;
  return { id, name, environment, api_key, api_secret, allowed_hosts, service_url };
}

function wordsOf(made: ProjectWithSecret, serviceUrl: string): string {
  const hosts = [...made.allowed_hosts, ...(made.environment === "dev" ? ["this machine (localhost)"] : [])];
  return `Created project ${JSON.stringify(made.name)} (${made.environment}).

  service      ${serviceUrl}
  api_key      ${made.api_key}
  api_secret   ${made.api_secret}
  callbacks    ${hosts.length === 0 ? "no host is allowed yet: add one in the console, or Galley refuses to open sessions" : `to ${hosts.join(", ")}`}

Put these into the configuration of the site's backend, which identifies itself with api_key and signs with api_secret.
Keep the secret like a password. The console shows it under Projects.`;
}
