/**
 * Examples for integrators: a signed open (contract 4.1, 5.2) and a complete receiver (4.4, 4.5). Each is a file of
 * resources/examples, the same for every project: key, secret and URLs come from the environment.
 */
import type { ProjectView } from "../../../server/contracts/projects-api.ts";

export type ExampleLanguage = "curl" | "node" | "php" | "python";

export interface Example {
  /** In resources/examples, and the name to save it under. */
  file: string;
  /** What starts it; null where the example itself is pasted into the shell. */
  run: string | null;
}

export interface LanguageExamples {
  language: ExampleLanguage;
  /** The same in every language of people. */
  name: string;
  open: Example;
  /** Null for curl, which cannot receive a callback. */
  receiver: Example | null;
}

export const EXAMPLES: readonly LanguageExamples[] = [
  { language: "curl", name: "curl", open: { file: "open.sh", run: null }, receiver: null },
  {
    language: "node",
    name: "Node",
    open: { file: "open.mjs", run: "node open.mjs" },
    receiver: { file: "receiver.mjs", run: "node receiver.mjs" },
  },
  {
    language: "php",
    name: "PHP",
    open: { file: "open.php", run: "php open.php" },
    receiver: {
      file: "receiver.php",
      run: "mkdir -p public && php -S 127.0.0.1:8080 -t public receiver.php",
    },
  },
  {
    language: "python",
    name: "Python",
    open: { file: "open.py", run: "python3 open.py" },
    receiver: { file: "receiver.py", run: "python3 receiver.py" },
  },
];

/** Asks for the secret without showing it. A line of its own: pasted with more, `read` would swallow the next line. */
export const SECRET_LINE = "read -rs API_SECRET && export API_SECRET";

type ExampleProject = Pick<ProjectView, "api_key" | "allowed_hosts" | "environment">;

/**
 * The variables that the examples read, but for the secret. Hosts, keys and URLs hold no quotation marks.
 * @param publicUrl of the appliance, without trailing slash
 */
export function variableLines(project: ExampleProject, publicUrl: string): string {
  return [
    `export GALLEY_URL='${publicUrl}'`,
    `export API_KEY='${project.api_key}'`,
    `export CALLBACK_URL='${callbackUrlOf(project)}'`,
  ].join("\n");
}

/** Where Galley calls the examples' receiver: on the project's first host that is no wildcard. */
export function callbackUrlOf(project: ExampleProject): string {
  const host =
    project.allowed_hosts.find((entry) => !entry.startsWith("*")) ??
    (project.environment === "dev" ? "localhost:8080" : "cms.example.org");
  // Names of the open internet have certificates; addresses and this machine mostly do not.
  const scheme = /^(localhost\b|[\d.]+(:\d+)?$|\[)/.test(host) ? "http" : "https";
  return `${scheme}://${host}/galley-callback`;
}
