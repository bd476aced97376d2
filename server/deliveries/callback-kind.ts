/** What differs between the events: what is sent, what the site's answer means, and what is kept of it. */
import type { JsonText } from "../core/json-text.ts";
import type { Project } from "../projects/projects.ts";
import type { Session } from "../sessions/session-store.ts";
import type { CallbackContent } from "./callback-request.ts";
import type { Delivery } from "./delivery-store.ts";
import type { SiteAnswer, Verdict } from "./judge.ts";

/** A session whose metadata is about to be sent. */
export type ClearSession = Omit<Session, "metadata"> & { metadata: JsonText };

export interface CallbackKind {
  /** @param session its metadata in the clear */
  content(delivery: Delivery, session: ClearSession): CallbackContent;
  /** @param about `host`: how sentences name the site */
  judge(answer: SiteAnswer, about: { host: string; delivery: Delivery; session: Session; project: Project }): Verdict;
  /** Keeps what an accepted answer brought. Runs in the transaction of the attempt's outcome. */
  keep(clientUrls: ReadonlyMap<string, string>, session: Session): void;
}
