/** URLs that open the editor (contract 2.3 `url`), for sites and the admin. */
import type { Services } from "../services.ts";
import { createTokens } from "./editor-tokens.ts";

const MAX_AUTHOR = 320;
const HOUR_MS = 3_600_000;

export function createEditorAddresses({
  runtime,
  secretBox,
  settings,
  publicUrl,
}: Pick<Services, "runtime" | "secretBox" | "settings" | "publicUrl">) {
  const { clock } = runtime;
  const tokens = createTokens(secretBox.derive("editor tokens"), clock);
  /** Expiry of a login that begins now, ms. */
  const endOfLogin = () => clock.now() + settings.get().token_hours * HOUR_MS;
  const issue = (sessionId: string, author: string | null) => {
    const expiresAt = endOfLogin();
    return { token: tokens.issue("edit", sessionId, expiresAt, author?.slice(0, MAX_AUTHOR)), expiresAt };
  };
  return {
    tokens,
    endOfLogin,
    issue,
    /** The editor URL of a session, plain ASCII; its token expires as the settings say. @param author null: unknown */
    editorUrl(session: { id: string }, author: string | null): { url: string; expiresAt: number } {
      const { token, expiresAt } = issue(session.id, author);
      return { url: `${publicUrl()}/editor/${session.id}#t=${token}`, expiresAt };
    },
  };
}
