/**
 * The signature that site and service put on everything they say to each other (contract 5.2): lower-case hex of
 * HMAC-SHA256, keyed with the API secret, over `material_id:url`. The secret itself never travels.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

export const SIGNATURE_HEADER = "X-Service-Signature";

/**
 * @param url `callback_url` when a session is opened; `content_url`, exactly as received and without the query that is
 *   added for the download, everywhere else
 */
export function sign(secret: string, materialId: string, url: string): string {
  return createHmac("sha256", secret).update(`${materialId}:${url}`, "utf8").digest("hex");
}

/** Whether `given` is the signature of the two strings. Takes as long for a nearly right one as for a wrong one. */
export function isSignatureRight(given: string | undefined, secret: string, materialId: string, url: string): boolean {
  const expected = Buffer.from(sign(secret, materialId, url), "utf8");
  const received = Buffer.from(given ?? "", "utf8");
  return received.length === expected.length && timingSafeEqual(received, expected);
}
