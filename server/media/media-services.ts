/** The services of an article's files, each made once: how they come from a person, from another page and from the site. */

import type { SessionStore } from "../articles/sessions/session-store.ts";
import type { Services } from "../services.ts";
import { createEmbedFacts } from "./embed-facts.ts";
import { createReadableHosts } from "./fetch-asset.ts";
import { createFetchBudget } from "./fetch-budget.ts";
import { createPictureFetching } from "./picture-fetching.ts";
import { createRestoreStore } from "./restore-store.ts";
import { createRestoring } from "./restoring.ts";
import { createUploads } from "./uploads.ts";

export function createMediaServices({
  database,
  places,
  ...given
}: Pick<
  Services,
  "database" | "runtime" | "commits" | "events" | "settings" | "projects" | "seal" | "assets" | "blobs" | "outgoing"
> & {
  sessions: SessionStore;
  /** Where the appliance and its sample site are: files may be read from loopback only where `createReadableHosts` lets them. */
  places: Parameters<typeof createReadableHosts>[0];
}) {
  const readableHosts = createReadableHosts(places);
  const uploads = createUploads(given);
  const budget = createFetchBudget(given.runtime);
  const pictureFetching = createPictureFetching({ ...given, uploads, budget, readableHosts });
  const embedFacts = createEmbedFacts({ ...given, uploads, budget });
  const restoring = createRestoring({ ...given, store: createRestoreStore(database), readableHosts });
  return { uploads, pictureFetching, embedFacts, restoring };
}
