/** What the console is shown of the domain (see console-api.ts). */

import type { SessionDetail, SessionRow, VersionDetail, VersionRow } from "../contracts/console-api.ts";
import type { Written } from "../core/json-text.ts";
import { maskAddress } from "../core/masking.ts";
import { isoTime } from "../core/runtime.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { AssetStore } from "../media/asset-store.ts";
import type { Projects } from "../projects/projects.ts";
import type { Drafts } from "../sessions/drafts.ts";
import { sentMetadata } from "../sessions/metadata.ts";
import type { SessionHead } from "../sessions/session-lists.ts";
import type { Session } from "../sessions/session-store.ts";
import { ORIGINAL, type VersionHead } from "../versions/version-store.ts";
import type { Versions } from "../versions/versions.ts";

interface Parts {
  projects: Projects;
  versions: Versions;
  deliveries: Deliveries;
  drafts: Pick<Drafts, "heads">;
  assets: AssetStore;
}

export type ConsoleViews = ReturnType<typeof createConsoleViews>;

export function createConsoleViews({ projects, versions, deliveries, drafts, assets }: Parts) {
  const sessionRow = (session: SessionHead): SessionRow => {
    const project = projects.byId(session.projectId);
    const current = versions.currentHead(session);
    return {
      id: session.id,
      project_id: session.projectId,
      project_name: project.name,
      environment: project.environment,
      material_id: session.materialId,
      callback_host: URL.parse(session.callbackUrl)?.host ?? session.callbackUrl,
      current_version: session.currentVersion,
      last_access: isoTime(session.lastAccess),
      created_at: isoTime(session.createdAt),
      delivery: current === null ? null : deliveries.listed(current.id),
    };
  };
  const versionRow = (head: VersionHead): VersionRow => ({
    id: head.id,
    number: head.number,
    readable: head.number !== ORIGINAL,
    created_at: isoTime(head.createdAt),
    user_email: head.userEmail,
    user_ip: head.userIp,
    size: head.size,
    files: head.files,
    delivery: deliveries.listed(head.id),
  });
  return {
    sessionRow,
    session: (session: Session): Written<SessionDetail, "metadata"> => ({
      ...sessionRow(session),
      fingerprint: session.fingerprint,
      callback_url: maskAddress(session.callbackUrl),
      metadata: session.metadata.masked(),
      metadata_text: session.metadata.masked().indented(),
      versions: versions.page(session.id, null).items.map(versionRow),
      drafts: drafts.heads(session.id).map((draft) => ({
        client_id: draft.clientId,
        base_version: draft.baseVersion,
        updated_at: isoTime(draft.updatedAt),
        size: draft.size,
      })),
    }),
    version(id: string, session: Session): Written<VersionDetail, "metadata"> {
      const version = versions.byId(id);
      const metadata = sentMetadata(version.metadata.masked(), "article_saved");
      return {
        ...versionRow(version),
        session_id: session.id,
        material_id: session.materialId,
        html: version.html,
        metadata,
        metadata_text: metadata.indented(),
        media: assets.ofVersion(id).map((asset) => ({
          file_name: asset.fileName,
          size: asset.size,
          type: asset.type,
          width: asset.width,
          height: asset.height,
          client_url: asset.clientUrl,
        })),
      };
    },
  };
}
