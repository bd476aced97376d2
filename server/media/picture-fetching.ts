/** Fetches a picture that an author pasted, without credentials or referrer, from public addresses or the project's hosts. */

import querystring from "node:querystring";
import type { Session } from "../articles/sessions/session-store.ts";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import { withTimeout } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import type { Asset } from "./asset-store.ts";
import { AssetNotFetched, type FetchBudget, fetchAsset, type ReadableHosts } from "./fetch-asset.ts";
import type { Uploads } from "./uploads.ts";

/** From the first connection to the last byte. */
const TIME_LIMIT_MS = 60_000;

export function createPictureFetching({
  runtime,
  settings,
  projects,
  uploads,
  budget,
  readableHosts,
  outgoing,
}: Pick<Services, "runtime" | "settings" | "projects" | "outgoing"> & {
  uploads: Uploads;
  budget: FetchBudget;
  readableHosts: ReadableHosts;
}) {
  /** Adds the picture to a session, inspected like an upload. @throws AppError invalid, too_large, conflict, disk_full, too_many_requests */
  return async (session: Session, address: string, signal: AbortSignal): Promise<Asset> => {
    const host = URL.parse(address)?.host ?? address.slice(0, 100);
    const project = projects.byId(session.projectId);
    const limitBytes = settings.get().media_limit_bytes;
    const receive = async (deadline: AbortSignal): Promise<Asset> => {
      const response = await fetchAsset(
        {
          url: address,
          limitBytes,
          allowedHosts: readableHosts(project),
          anyPublicHost: true,
          asksForLogin: sentence("media.not_public"),
          ca: project.settings.ca_certificate,
          signal: deadline,
        },
        outgoing,
      );
      try {
        if (Number(response.headers["content-length"] ?? 0) > limitBytes)
          throw new AppError("too_large", sentence("media.fetched_too_large", { host, limit: limitBytes }));
        const name = nameOf(address, response.headers["content-type"] ?? "");
        return await uploads.receive(session.id, name, response.content, { onlyPictures: true });
      } finally {
        response.content.destroy();
      }
    };
    const late = () => new AppError("invalid", sentence("media.fetched_too_slow", { host }));
    try {
      return await budget(session.id, () => withTimeout(runtime.clock, TIME_LIMIT_MS, signal, receive, late));
    } catch (error) {
      if (error instanceof AssetNotFetched) throw new AppError("invalid", error.sentence);
      if (error instanceof AppError && error.code === "unsupported_media_type")
        throw new AppError("invalid", sentence("media.fetched_no_picture", { host }));
      if (error instanceof AppError || signal.aborted) throw error;
      if (isConnectionLost(error)) throw new AppError("invalid", sentence("media.connection_lost", { host }));
      throw error;
    }
  };
}

function isConnectionLost(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ETIMEDOUT|HPE_|ERR_SSL)/.test(code);
}

/** The file name in the URL. An SVG needs its extension, because its bytes do not identify it. */
function nameOf(address: string, contentType: string): string {
  const last = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  const name = /^(.{1,200})\.[a-z0-9]{3,5}$/i.exec(querystring.unescape(last));
  if (contentType.startsWith("image/svg+xml")) return `${name?.[1] ?? "picture"}.svg`;
  return name?.[0] ?? "picture";
}
