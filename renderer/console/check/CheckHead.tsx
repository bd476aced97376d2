/** The head of a page about one project's sites: the way back to the project, the title, and what can be done. */
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ProjectView } from "../../../server/contracts/console-api.ts";
import { Link } from "../lib/router.tsx";

export interface CheckHeadProps {
  projectId: string;
  /** Not there while it loads. */
  project: ProjectView | undefined;
  title: string;
  children?: ReactNode;
}

export function CheckHead({ projectId, project, title, children }: CheckHeadProps) {
  return (
    <header className="page-head check-head">
      <p className="detail-over">
        <Link to={`/projects/${projectId}`}>
          <IconArrowLeft size={14} aria-hidden /> {project?.name ?? "The project"}
        </Link>
      </p>
      <h1>{title}</h1>
      {children}
    </header>
  );
}
