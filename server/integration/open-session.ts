/** From a validated `SessionCreate` to the `SessionResponse` (contract 2.3; what it leaves open: contract 3). */

import { JsonText } from "../core/json-text.ts";
import type { EditorLogins } from "../editor/login.ts";
import type { PreviewPath } from "../editor/preview-address.ts";
import type { FontSnapshots } from "../fonts/font-snapshots.ts";
import type { Project } from "../projects/projects.ts";
import { isFilled } from "../sessions/metadata.ts";
import type { MetadataSeal } from "../sessions/metadata-seal.ts";
import type { Session } from "../sessions/session-store.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { VersionStore } from "../versions/version-store.ts";
import type { Versions } from "../versions/versions.ts";
import type { OpenedSession, SessionCreate } from "./schemas.ts";

interface Parts {
  logins: EditorLogins;
  sessions: Sessions;
  seal: MetadataSeal;
  versions: Versions;
  versionStore: VersionStore;
  fonts: FontSnapshots;
  previewPath: PreviewPath;
  publicUrl: () => string;
}

export function createOpenSession(parts: Parts) {
  const containersOf = (session: Session): JsonText => {
    const containers = parts.seal.open(session.id, session.metadata).member("customContainers");
    return containers?.text.startsWith("[") ? containers : new JsonText("[]");
  };
  const answerOf = (project: Project, body: SessionCreate, session: Session): OpenedSession => {
    const current =
      session.currentVersion === null ? null : parts.versionStore.headByNumber(session.id, session.currentVersion);
    const fonts = parts.fonts.treeFor(session);
    const author = body.metadata?.user_email;
    return {
      session_id: session.id,
      fingerprint: session.fingerprint,
      url: parts.logins.editorUrl(session, isFilled(author) ? author : null),
      previewUrl: current === null ? null : `${parts.publicUrl()}/${parts.previewPath(session.id)}`,
      versionId: current?.id ?? null,
      vms_json: parts.versions.currentState(session),
      vms_client_name: project.name,
      fonts: fonts === null ? null : { ...fonts },
      resizeMode: project.settings.resize_mode,
      customContainers: containersOf(session),
      userSettings: {},
      siteSettings: {},
    };
  };
  return (project: Project, body: SessionCreate, written: JsonText): Promise<OpenedSession> =>
    parts.sessions.open(
      {
        projectId: project.id,
        materialId: body.material_id,
        callbackUrl: body.callback_url,
        vmsJson: body.vms_json ? { text: written.member("vms_json") as JsonText, value: body.vms_json } : null,
        metadata: body.metadata ? written.member("metadata") : null,
      },
      (session) => answerOf(project, body, session),
    );
}
