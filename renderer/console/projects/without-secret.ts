import type { ProjectView, ProjectWithSecret } from "../../../server/contracts/console-api.ts";

/** For lists: a secret is shown on request only, and kept by the field that shows it. */
export function withoutSecret({ api_secret: _, ...project }: ProjectWithSecret): ProjectView {
  return project;
}
