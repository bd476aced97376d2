/** The signature of contract 5.2, for requests, callbacks and downloads. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Returns the lower-case hex HMAC-SHA256 over `material_id:url`, both exactly as received. */
export function sign(secret: string, materialId: string, url: string): string {
  return createHmac("sha256", secret).update(`${materialId}:${url}`, "utf8").digest("hex");
}

/** Returns the secret with which `given` signs one of the URLs; null for none. Compares in constant time. */
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
