/** The integrator's first call: a signed open (spec 4.1, 5.2) with curl and openssl. The secret stays in a variable. */
import type { ProjectView } from "../../../server/console/console-api.ts";

/** Asks for the secret without showing it. A line of its own: pasted with more, `read` would swallow the next line. */
export const SECRET_LINE = "read -rs GALLEY_SECRET";

/** @param publicUrl of the appliance, without trailing slash */
export function openSnippet(project: Pick<ProjectView, "api_key" | "allowed_hosts">, publicUrl: string): string {
  const host = project.allowed_hosts.find((entry) => !entry.startsWith("*")) ?? "localhost:8080";
  const scheme = /^(localhost|127\.|\[::1\])/.test(host) ? "http" : "https";
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
