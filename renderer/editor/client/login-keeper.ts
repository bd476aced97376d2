/** Renews the login of an open tab and recovers an expired one. */
import type { EditorLogin } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, untilDecided } from "./api.ts";
import type { ArticleTab } from "./article-session.ts";

/** The minimum applies to a resumed tab; setTimeout allows at most 2^31 ms. */
const MIN_RENEW_MS = 30_000;
const MAX_RENEW_MS = 6 * 60 * 60 * 1_000;

/** Renews the login at half of its lifetime, and continues one that another tab renewed. @param expiresAt ISO 8601 */
export function keepLoggedIn(
  expiresAt: string,
  { api, connection, schedule }: Pick<ArticleTab, "connection" | "schedule"> & { api: Pick<EditorApi, "login"> },
  renewed: (login: EditorLogin) => void,
  now: () => number = Date.now,
): void {
  let recovering = false;

  function renewLater(until: string): void {
    const half = (Date.parse(until) - now()) / 2;
    schedule(Math.min(Math.max(half, MIN_RENEW_MS), MAX_RENEW_MS), () => void renew());
  }

  async function renew(): Promise<void> {
    const login = await untilDecided(connection, () => api.login(null)).catch(() => null);
    if (login !== null) renewed(login);
    renewLater(login?.login_expires_at ?? new Date(now()).toISOString());
  }

  async function recover(): Promise<void> {
    if (recovering) return;
    recovering = true;
    while (connection.state.get() === "login_ended") {
      await connection.nextTry();
      if (connection.state.get() === "login_ended") await api.login(null).catch(() => {});
    }
    recovering = false;
  }

  connection.state.subscribe(() => void (connection.state.get() === "login_ended" && recover()));
  renewLater(expiresAt);
}
