import type { SessionStore } from "../articles/sessions/session-store.ts";
import type { Services } from "../services.ts";
import { createEmbedFacts } from "./embed-facts.ts";
import { createFetchBudget, createReadableHosts } from "./fetch-asset.ts";
import { createPictureFetching } from "./picture-fetching.ts";
import { createRestoring } from "./restoring.ts";
import { createUploads } from "./uploads.ts";

export function createMediaServices({
  places,
  ...services
}: Pick<
  Services,
  "database" | "runtime" | "commits" | "events" | "settings" | "projects" | "seal" | "assets" | "blobs" | "outgoing"
> & {
  sessions: SessionStore;
  /** The URLs of Galley and its sample site, which determine whether loopback is allowed. */
  places: Parameters<typeof createReadableHosts>[0];
}) {
  const readableHosts = createReadableHosts(places);
  const uploads = createUploads(services);
  const budget = createFetchBudget(services.runtime);
  const fetchPicture = createPictureFetching({ ...services, uploads, budget, readableHosts });
  const findEmbedFacts = createEmbedFacts({ ...services, uploads, budget });
  const restoring = createRestoring({ ...services, readableHosts });
  return { uploads, fetchPicture, findEmbedFacts, restoring };
}
