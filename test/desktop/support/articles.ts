/** Saves articles like a site and a journalist's tab. */
import { randomUUID } from "node:crypto";
import { downloadArchive, type Keys, openSession, type Site, saveVersion } from "../../support/site.ts";
import type { Hidden } from "./desktop.ts";

/** No program listens there. */
const CALLBACK = "http://127.0.0.1:9/callback";

export async function saveArticle(
  { url }: Pick<Hidden, "url">,
  keys: Keys,
  text: string,
  callback_url = CALLBACK,
  metadata: object = {},
) {
  const material_id = `article-${randomUUID()}`;
  const session = await openSession(url, keys, { material_id, callback_url, metadata });
  const { version_id, delivery_id } = await saveVersion(session, text);
  return {
    session,
    delivery_id,
    /** Status of the archive's download from `app`, which may use another port than at the save. */
    async archiveAt(app: Pick<Hidden, "url">): Promise<number> {
      const contentUrl = `${app.url}/integration/download/media/${session.fingerprint}/${version_id}`;
      return (await downloadArchive(keys, contentUrl, material_id)).status;
    },
  };
}

export async function deliver(desktop: Hidden, keys: Keys, site: Site, title: string): Promise<string> {
  return (await saveArticle(desktop, keys, "Good morning", site.callbackUrl, { title })).delivery_id;
}

export const retry = (desktop: Hidden, id: string) => desktop.console("POST", "/deliveries/retry", { ids: [id] });

export const fails: Site["respond"] = (_callback, res) => void res.writeHead(500).end();
export const accepts: Site["respond"] = () => ({ rc: 1, rm: "", data: {} });
