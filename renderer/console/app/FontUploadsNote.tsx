import { useAllUploads } from "../fonts/use-uploads.ts";
import { Link, usePlace } from "../lib/router.tsx";
import { messages } from "../messages/index.ts";

/** Shows running and rejected font uploads on all other pages. */
export function FontUploadsNote() {
  const { segments } = usePlace();
  const uploads = useAllUploads();
  const t = messages.shell.fonts;
  const [, here, part] = segments;
  const projects = [...new Set(uploads.map(({ projectId }) => projectId))];
  return projects
    .filter((id) => part !== "fonts" || id !== here)
    .map((id) => {
      const own = uploads.filter(({ projectId }) => projectId === id);
      const refused = own.filter(({ state }) => state.kind === "refused");
      const left = own.length - refused.length;
      return (
        <div key={id} className={`between shell-banner ${refused.length > 0 ? "state-refused" : ""}`} role="status">
          <p className="grow wrap">
            {[left > 0 ? t.left(left) : "", refused.length > 0 ? t.refused(refused.map(({ name }) => name)) : ""]
              .filter((sentence) => sentence !== "")
              .join(" ")}
          </p>
          <Link to={`/projects/${id}/fonts`}>{t.show}</Link>
        </div>
      );
    });
}
