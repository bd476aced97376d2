/** The signature of contract 5.2, for requests, callbacks and downloads alike. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Lower-case hex HMAC-SHA256 over `material_id:url`, both exactly as they were received. */
export function sign(secret: string, materialId: string, url: string): string {
  return createHmac("sha256", secret).update(`${materialId}:${url}`, "utf8").digest("hex");
}

/** Which of the secrets `given` signs one of the urls with, null for none. Constant-time in what it compares. */
export function signingSecret(
  secrets: readonly string[],
  materialId: string,
  urls: readonly string[],
  given: string,
): string | null {
  if (!/^[0-9a-f]{64}$/.test(given)) return null;
  const bytes = Buffer.from(given);
  let found: string | null = null;
  for (const secret of secrets)
    for (const url of urls) if (timingSafeEqual(bytes, Buffer.from(sign(secret, materialId, url)))) found = secret;
  return found;
}
