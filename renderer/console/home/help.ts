/** Which page helps with what is wrong. */
import type { AttentionRow } from "../../../server/contracts/overview-api.ts";
import { messages } from "../messages/index.ts";

/** What the project's own settings decide: hosts, the site's certificate, credentials. */
const OF_PROJECT = new Set(["host_not_allowed", "redirect_refused", "font_url_not_allowed", "tls_untrusted"]);
/** Sending again is all that helps, once the newsroom or the site has done its part. */
const OF_NOBODY = new Set(["rejected_by_site", "interrupted"]);

/** @returns null where nothing helps but sending it again */
export function helpFor({
  state,
  code,
  project_id,
}: Pick<AttentionRow, "state" | "code" | "project_id">): { label: string; to: string } | null {
  const t = messages.overview.attention;
  if (state === "held") return { label: t.openSettings, to: "/settings/deliveries" };
  if (code === null || OF_NOBODY.has(code)) return null;
  if (OF_PROJECT.has(code)) return { label: t.openProject, to: `/projects/${project_id}` };
  return { label: t.check, to: `/projects/${project_id}/check` };
}
