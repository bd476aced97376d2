/**
 * Fetches a picture that an author pasted from a page elsewhere and asked to be brought in. Nothing of who asks goes out:
 * no cookie, no credentials, no referrer; only public addresses are called, and those of the project's own hosts.
 */
import { AppError } from "../core/errors.ts";
import { type Runtime, within } from "../core/runtime.ts";
import type { Outgoing } from "../outbound/site-request.ts";
import type { Projects } from "../projects/projects.ts";
import type { Session } from "../sessions/session-store.ts";
import type { SettingsStore } from "../storage/settings.ts";
import type { Asset } from "./asset-store.ts";
import { AssetNotFetched, fetchAsset, type ReadableHosts } from "./fetch-asset.ts";
import type { Uploads } from "./uploads.ts";

/** Fetches under way, of one session and of all. */
const MAX_OF_SESSION = 4;
const MAX_AT_ONCE = 16;
/** Fetches that a session may begin within the window. */
const MAX_IN_WINDOW = 200;
const WINDOW_MS = 10 * 60_000;
/** From the first connection to the last byte. */
const TIME_LIMIT_MS = 60_000;

const ASKS_FOR_LOGIN = "The picture is not public there.";

export function createPictureFetching({
  runtime,
  settings,
  projects,
  uploads,
  readableHosts,
  outgoing,
}: {
  runtime: Runtime;
  settings: SettingsStore;
  projects: Projects;
  uploads: Uploads;
  readableHosts: ReadableHosts;
  outgoing: Outgoing;
}) {
  /** Times of the fetches that a session began within the window; sessions without one are forgotten. */
  const begun = new Map<string, number[]>();
  const underWay = new Map<string, number>();

  /** @throws AppError too_many_requests */
  const begin = (sessionId: string): void => {
    const since = runtime.clock.now() - WINDOW_MS;
    for (const [id, times] of begun) if ((times.at(-1) ?? 0) <= since) begun.delete(id);
    const times = (begun.get(sessionId) ?? []).filter((time) => time > since);
    const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    if (times.length >= MAX_IN_WINDOW)
      throw new AppError("too_many_requests", "Many pictures were fetched for this article; wait ten minutes.");
    if (all >= MAX_AT_ONCE || (underWay.get(sessionId) ?? 0) >= MAX_OF_SESSION)
      throw new AppError("too_many_requests", "Many pictures are being fetched at this moment; try again.");
    begun.set(sessionId, [...times, runtime.clock.now()]);
    underWay.set(sessionId, (underWay.get(sessionId) ?? 0) + 1);
  };
  const end = (sessionId: string): void => {
    const left = (underWay.get(sessionId) ?? 1) - 1;
    if (left === 0) underWay.delete(sessionId);
    else underWay.set(sessionId, left);
  };

  return {
    /**
     * Brings a picture into a session, inspected like any upload.
     * @param signal ends the fetch: whoever asked has gone
     * @throws AppError invalid with a sentence where it cannot be fetched or is no picture; too_large, conflict,
     *   disk_full as an upload does; too_many_requests
     */
    async fetch(session: Session, address: string, signal: AbortSignal): Promise<Asset> {
      const host = URL.parse(address)?.host ?? address.slice(0, 100);
      const project = projects.byId(session.projectId);
      begin(session.id);
      const receive = async (untilThen: AbortSignal): Promise<Asset> => {
        const answer = await fetchAsset(
          {
            url: address,
            authorization: null,
            allowedHosts: readableHosts(project),
            anyPublicHost: true,
            asksForLogin: ASKS_FOR_LOGIN,
            ca: project.settings.ca_certificate,
            signal: untilThen,
          },
          outgoing,
        );
        try {
          const limit = settings.get().media_limit_bytes;
          if (Number(answer.headers["content-length"] ?? 0) > limit)
            throw new AppError("too_large", `The picture at ${host} is larger than the limit of ${limit} bytes.`);
          const name = nameOf(address, answer.headers["content-type"] ?? "");
          return await uploads.receive(session.id, name, answer, { onlyPictures: true });
        } finally {
          answer.destroy();
        }
      };
      const late = () => new AppError("invalid", `${host} took longer than a minute to send the picture.`);
      try {
        return await within(runtime.clock, TIME_LIMIT_MS, signal, receive, late);
      } catch (error) {
        if (error instanceof AssetNotFetched) throw new AppError("invalid", error.message);
        if (error instanceof AppError && error.code === "unsupported_media_type")
          throw new AppError("invalid", `What ${host} sent is no picture that an article can show.`);
        if (error instanceof AppError || signal.aborted) throw error;
        if (isBrokenOff(error)) throw new AppError("invalid", `The connection to ${host} broke off.`);
        throw error;
      } finally {
        end(session.id);
      }
    },
  };
}

function isBrokenOff(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|ETIMEDOUT|HPE_|ERR_SSL)/.test(code) || code.startsWith("HPE_");
}

/** What the file is called there, where its address ends in a name; drawings are told by their name alone. */
function nameOf(address: string, contentType: string): string {
  const last = URL.parse(address)?.pathname.split("/").at(-1) ?? "";
  const name = /^(.{1,200})\.[a-z0-9]{3,5}$/i.exec(readable(last));
  if (contentType.startsWith("image/svg+xml")) return `${name?.[1] ?? "picture"}.svg`;
  return name?.[0] ?? "picture";
}

function readable(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    // No percent-encoding after all.
    return segment;
  }
}
