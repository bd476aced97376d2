/** Valid and invalid requests of a site, and a delivery in progress. */
import type { DeliveryDetail, DeliveryRow, DownloadView } from "../../server/contracts/deliveries-api.ts";
import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";
import type { RunningAppliance } from "./appliance.ts";
import { addFont, publish } from "./fonts.ts";
import { ttf } from "./sample-fonts.ts";
import { type Keys, openSession, type ReceivedCallback, saveVersion, signature, startSite } from "./site.ts";

export const MATERIAL_ID = "article-1";
export const CALLBACK_URL = "http://localhost/cb";
/** A UUID that is not in use. */
export const NO_UUID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

/** A body that opens a session, and its signature. */
export function openRequest(keys: Keys, changes: Record<string, unknown> = {}) {
  const body: Record<string, unknown> = {
    api_key: keys.api_key,
    callback_url: CALLBACK_URL,
    material_id: MATERIAL_ID,
    ...changes,
  };
  return { body, signature: signature(keys.api_secret, String(body.material_id), String(body.callback_url)) };
}

/** Sends a body to `session/open`: objects as JSON, strings and bytes unchanged. */
export function postOpen(
  url: string,
  body: unknown,
  given: string | null,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/integration/session/open`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(given !== null && { "x-service-signature": given }),
      ...headers,
    },
    body: typeof body === "string" || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
  });
}

export type DeliveryUnderWay = Awaited<ReturnType<typeof startDelivery>>;

/** Starts a delivery whose attempt runs until `end`, so that downloads of its archive are recorded with it. */
export async function startDelivery(
  { appliance, project }: { appliance: RunningAppliance; project: ProjectWithSecret },
  kind: "media" | "fonts" = "media",
) {
  const called = Promise.withResolvers<ReceivedCallback>();
  const response = Promise.withResolvers<void>();
  const site = await startSite(async (callback) => {
    called.resolve(callback);
    await response.promise;
    return { rc: 1, rm: "", data: {} };
  });
  const opening = { material_id: MATERIAL_ID, callback_url: site.callbackUrl };
  const session = await openSession(appliance.url, project, opening);
  if (kind === "media") {
    // The public URL may not be reachable in this test.
    await saveVersion({ ...session, url: session.url.replace(/^.*(?=\/editor\/)/, appliance.url) }, "Words");
  } else {
    await addFont(appliance, project.id, "Press.ttf", ttf({ family: "Press" }));
    await publish(appliance, project.id);
  }
  const { body } = await called.promise;
  const [row] = await appliance.list<DeliveryRow>(`/deliveries?session=${session.session_id}`);
  return {
    session,
    /** From the callback. */
    contentUrl: body.content_url,
    async downloads(): Promise<DownloadView[]> {
      const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${row?.id}`);
      return attempts.flatMap(({ downloads }) => downloads);
    },
    async end(): Promise<void> {
      response.resolve();
      await site.close();
    },
  };
}

/** URL, query and signature of a download, as a site makes them. */
export function downloadOf(
  keys: Keys,
  contentUrl: string,
  change: { /** What the signature covers instead. */ signed?: string; secret?: string } = {},
): { address: string; headers: Record<string, string> } {
  const { signed = contentUrl, secret = keys.api_secret } = change;
  return {
    address: `${contentUrl}?api_key=${keys.api_key}&material_id=${MATERIAL_ID}`,
    headers: { "x-service-signature": signature(secret, MATERIAL_ID, signed) },
  };
}
