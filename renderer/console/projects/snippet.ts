/** The integrator's first call: a signed open (contract 4.1, 5.2) with curl and openssl. The secret stays in a variable. */
import type { ProjectView } from "../../../server/contracts/console-api.ts";

/** Asks for the secret without showing it. A line of its own: pasted with more, `read` would swallow the next line. */
export const SECRET_LINE = "read -rs GALLEY_SECRET";

type SnippetProject = Pick<ProjectView, "api_key" | "allowed_hosts" | "environment">;

/** @param publicUrl of the appliance, without trailing slash */
export function openSnippet(project: SnippetProject, publicUrl: string): string {
  const host =
    project.allowed_hosts.find((entry) => !entry.startsWith("*")) ??
    (project.environment === "dev" ? "localhost:8080" : "cms.example.org");
  // Names of the open internet have certificates; addresses and this machine mostly do not.
  const scheme = /^(localhost\b|[\d.]+(:\d+)?$|\[)/.test(host) ? "http" : "https";
  return [
    "material_id='article-1'",
    `callback_url='${scheme}://${host}/galley-callback'`,
    `signature=$(printf '%s' "$material_id:$callback_url" \\`,
    `  | openssl dgst -sha256 -hmac "$GALLEY_SECRET" -r | cut -d ' ' -f 1)`,
    `curl -sS '${publicUrl}/integration/session/open' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H "X-Service-Signature: $signature" \\`,
    `  -d '{"api_key": "${project.api_key}", "material_id": "'"$material_id"'", "callback_url": "'"$callback_url"'"}'`,
  ].join("\n");
}
