/** The signature of contract 5.2, for requests, callbacks and downloads, and its calculator. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { SignatureBySecret, SigningBody, SigningView } from "../contracts/projects-api.ts";
import { withSentence } from "../contracts/sentences/index.ts";
import { maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";

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

/** Maximum length of a URL or an id in the audit log, in characters. */
const MAX_KEPT_TEXT = 300;

/** The signature calculator: the signed text, the signature by each accepted secret, and a diagnosis of a given one. */
export function createSigning({
  audit,
  projects,
  wrongSignatures,
}: Pick<Services, "audit" | "projects" | "wrongSignatures">) {
  return {
    /** Contract 5.2. The audit log records the signed text: an admin could act for the site with it. @throws AppError not_found */
    sign(projectId: string, { material_id: materialId, url, given }: SigningBody): SigningView {
      const secrets = projects.secretsOf(projectId);
      const signatures = secrets.map(
        ({ secret, hint, expiresAt, signs }): SignatureBySecret => ({
          secret: expiresAt === null ? "current" : "former",
          hint,
          signature: sign(secret, materialId, url),
          accepted_until: expiresAt === null ? null : isoTime(expiresAt),
          signs_callbacks: signs,
        }),
      );
      audit.record("signature calculated", projectId, {
        material_id: materialId.slice(0, MAX_KEPT_TEXT),
        url: maskAddress(url).slice(0, MAX_KEPT_TEXT),
      });
      const text = `${materialId}:${url}`;
      if (given === undefined) return { text, signatures, check: null };
      const accepted = secrets.map(({ secret }) => secret);
      const secret = signingSecret(accepted, materialId, [url], given);
      const by = secret === null ? undefined : signatures[accepted.indexOf(secret)];
      if (by !== undefined) return { text, signatures, check: { right: true, secret: by.secret, diagnosis: "" } };
      const diagnosis = withSentence("diagnosis", wrongSignatures.diagnose(projectId, materialId, url, given));
      return { text, signatures, check: { right: false, secret: null, ...diagnosis } };
    },
  };
}
