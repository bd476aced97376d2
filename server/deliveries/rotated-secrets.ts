/** The secret that signs an attempt while the project accepts several, and when to try the other one. Contract 6.3. */
import type { AttemptReason } from "../outbound/codes.ts";
import type { Project, Projects } from "../projects/projects.ts";
import { isAboutSignature } from "./site-words.ts";

interface Signing {
  secret: string;
  /** Reason of the attempt with the other accepted secret; null if none follows. */
  other: AttemptReason | null;
}

/** The reason names the secret, because the default may change between the two attempts. */
export function signingFor(projects: Projects, project: Project, reason: AttemptReason): Signing {
  const [, former] = projects.acceptedSecrets(project);
  if (reason === "current_secret") return { secret: project.secret, other: null };
  if (reason === "former_secret") return { secret: former ?? project.secret, other: null };
  const secret = projects.signingSecret(project);
  if (former === undefined) return { secret, other: null };
  return { secret, other: secret === project.secret ? "former_secret" : "current_secret" };
}

export function rejectsSignature(status: number | null, words: string | null): boolean {
  return status === 401 || status === 403 || isAboutSignature(words ?? "");
}
