/** What the editor tab is shown of the domain (see editor-api.ts). */
import { asMap } from "../article/assets.ts";
import { readContainers } from "../article/containers.ts";
import { isGalleyState, readState } from "../article/document.ts";
import type { VmsJson } from "../article/vms-json.ts";
import type { Deliveries } from "../callbacks/deliveries.ts";
import type { FontSnapshots } from "../fonts/font-snapshots.ts";
import { ACCEPTED_EXTENSIONS } from "../media/media-types.ts";
import type { Restoring } from "../media/restoring.ts";
import type { Projects } from "../projects/projects.ts";
import type { DraftStore } from "../sessions/draft-store.ts";
import { isFilled } from "../sessions/metadata.ts";
import type { Session } from "../sessions/session-store.ts";
import type { SettingsStore } from "../settings.ts";
import { isoTime } from "../times.ts";
import type { VersionHead } from "../versions/version-store.ts";
import type { Versions } from "../versions/versions.ts";
import type { EditorSession, VersionView } from "./editor-api.ts";

interface Parts {
  projects: Projects;
  versions: Versions;
  deliveries: Deliveries;
  drafts: DraftStore;
  settings: SettingsStore;
  restoring: Restoring;
  fonts: Pick<FontSnapshots, "treeFor">;
}

export function createEditorViews({ projects, versions, deliveries, drafts, settings, restoring, fonts }: Parts) {
  const version = (head: VersionHead, currentVersion: number | null): VersionView => ({
    number: head.number,
    version_id: head.id,
    created_at: isoTime(head.createdAt),
    user_email: head.userEmail,
    readable: head.number > 0,
    size: head.size,
    current: head.number === currentVersion,
    delivery: deliveries.ofVersion(head.id),
  });
  return {
    version,
    session(session: Session, loginExpiresAt: number): EditorSession {
      const project = projects.byId(session.projectId);
      const state = versions.currentState(session);
      const vmsJson = state === null || isBlank(state) ? null : state;
      return {
        session_id: session.id,
        material_id: session.materialId,
        project_name: project.name,
        site: URL.parse(session.callbackUrl)?.host ?? session.callbackUrl,
        vms_json: vmsJson,
        readable: vmsJson === null || (isGalleyState(vmsJson) && readState(vmsJson).ok),
        current_version: session.currentVersion,
        versions: versions.page(session.id, null).items.map((head) => version(head, session.currentVersion)),
        drafts: drafts.ofSession(session.id).map((draft) => ({
          client_id: draft.clientId,
          base_version: draft.baseVersion,
          updated_at: isoTime(draft.updatedAt),
          vms_json: draft.vmsJson,
        })),
        user_email: isFilled(session.metadata.user_email) ? session.metadata.user_email : null,
        fonts: fonts.treeFor(session),
        font_families: [],
        custom_containers: readContainers(session.metadata.customContainers),
        site_copy: null,
        preview_path: "",
        people: [],
        restoring: restoring
          .ofSession(session.id)
          .map(({ fileName, state, problem }) => ({ file_name: fileName, state, problem })),
        limits: { media_bytes: settings.get().media_limit_bytes, accepted_extensions: [...ACCEPTED_EXTENSIONS] },
        login_expires_at: isoTime(loginExpiresAt),
      };
    },
  };
}

/** What a site sends that has no state yet: nothing but perhaps an empty map of assets. */
function isBlank(state: VmsJson): boolean {
  return Object.entries(state).every(
    ([key, value]) => key === "assets" && Object.keys(asMap(value) ?? { full: 1 }).length === 0,
  );
}

export type EditorViews = ReturnType<typeof createEditorViews>;
