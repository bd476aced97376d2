/** The signature calculator: the signed text, the signature by each accepted secret, and a diagnosis of a given one. */
import type { SignatureBySecret, SigningBody, SigningView } from "../contracts/projects-api.ts";
import { withSentence } from "../contracts/sentences/index.ts";
import { maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { sign, signingSecret } from "./signature.ts";

/** Maximum length of a URL or an id in the audit log, in characters. */
const MAX_KEPT_TEXT = 300;

export function createSigning({
  audit,
  projects,
  wrongSignatures,
}: Pick<Services, "audit" | "projects" | "wrongSignatures">) {
  return {
    /**
     * Contract 5.2. An admin with a signature can act for the site without the secret, so the audit log records the text.
     * @throws AppError not_found
     */
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
