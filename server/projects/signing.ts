/** The signature calculator: what is signed, the signature by each accepted secret, and what a given one looks like. */
import type { SignatureBySecret, SigningBody, SigningView } from "../contracts/projects-api.ts";
import { withSentence } from "../contracts/sentences/index.ts";
import { maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { sign, signingSecret } from "./signature.ts";

/** Characters of an address or an id that the audit log keeps. */
const MAX_KEPT_TEXT = 300;

export function createSigning({
  audit,
  projects,
  wrongSignatures,
}: Pick<Services, "audit" | "projects" | "wrongSignatures">) {
  return {
    /**
     * Contract 5.2. Who may sign needs no secret to act for the site, so the audit log keeps what was signed.
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
      const made = signingSecret(accepted, materialId, [url], given);
      const by = made === null ? undefined : signatures[accepted.indexOf(made)];
      if (by !== undefined) return { text, signatures, check: { right: true, secret: by.secret, diagnosis: "" } };
      const diagnosis = withSentence("diagnosis", wrongSignatures.diagnose(projectId, materialId, url, given));
      return { text, signatures, check: { right: false, secret: null, ...diagnosis } };
    },
  };
}
