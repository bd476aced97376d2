import type { RequestRow } from "../../../server/contracts/requests-api.ts";
import { messages } from "../messages/index.ts";

/** "Open article", else the path. */
export function kindWords({ path }: Pick<RequestRow, "path">): string {
  const { kinds } = messages.requests;
  if (path === "/integration/session/open") return kinds.open;
  if (path.startsWith("/integration/download/media/")) return kinds.media;
  return path.startsWith("/integration/download/fonts/") ? kinds.fonts : path;
}
