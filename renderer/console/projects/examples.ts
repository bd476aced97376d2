/** Examples for integrators: a signed open (contract 4.1, 5.2) and a receiver (4.4, 4.5), from resources/examples. */
import type { ProjectView } from "../../../server/contracts/projects-api.ts";

export interface Example {
  /** File name in resources/examples and on the reader's machine. */
  file: string;
  /** Null for an example that is pasted into the shell. */
  run: string | null;
}

export const LANGUAGES = { curl: "curl", node: "Node", php: "PHP", python: "Python" } as const;

export type ExampleLanguage = keyof typeof LANGUAGES;

/** curl cannot receive a callback. */
export const EXAMPLES: Readonly<Record<ExampleLanguage, { open: Example; receiver: Example | null }>> = {
  curl: { open: { file: "open.sh", run: null }, receiver: null },
  node: {
    open: { file: "open.mjs", run: "node open.mjs" },
    receiver: { file: "receiver.mjs", run: "node receiver.mjs" },
  },
  php: {
    open: { file: "open.php", run: "php open.php" },
    receiver: { file: "receiver.php", run: "mkdir -p public && php -S 127.0.0.1:8080 -t public receiver.php" },
  },
  python: {
    open: { file: "open.py", run: "python3 open.py" },
    receiver: { file: "receiver.py", run: "python3 receiver.py" },
  },
};

/** Reads the secret without echo. Paste it alone: `read` would consume the next pasted line. */
export const SECRET_LINE = "read -rs API_SECRET && export API_SECRET";

type ExampleProject = Pick<ProjectView, "api_key" | "allowed_hosts" | "environment">;

/** Variables of the examples, without the secret. @param publicUrl without trailing slash */
export function variableLines(project: ExampleProject, publicUrl: string): string {
  return [
    `export GALLEY_URL='${publicUrl}'`,
    `export API_KEY='${project.api_key}'`,
    `export CALLBACK_URL='${callbackUrlOf(project)}'`,
  ].join("\n");
}

/** URL of the example receiver: the project's first host without wildcard. */
export function callbackUrlOf(project: ExampleProject): string {
  const host =
    project.allowed_hosts.find((entry) => !entry.startsWith("*")) ??
    (project.environment === "dev" ? "localhost:8080" : "cms.example.org");
  // Public names usually have certificates; IP addresses and localhost do not.
  const scheme = /^(localhost\b|[\d.]+(:\d+)?$|\[)/.test(host) ? "http" : "https";
  return `${scheme}://${host}/galley-callback`;
}
