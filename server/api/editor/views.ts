/** Converts domain objects to the editor API's responses (editor-api.ts). */

import { readContainers } from "../../article/containers.ts";
import { isBlankState, isReadableState } from "../../article/document.ts";
import { embedSettings } from "../../article/embeds/settings.ts";
import { SCHEMA_ID } from "../../article/schema.ts";
import type { VmsJson } from "../../article/vms-json.ts";
import type { DraftHead } from "../../articles/sessions/drafts.ts";
import { isFilled } from "../../articles/sessions/metadata.ts";
import type { Session } from "../../articles/sessions/session-store.ts";
import { titleOf } from "../../articles/sessions/session-titles.ts";
import { ORIGINAL_VERSION, type VersionHead } from "../../articles/versions/version-store.ts";
import type { RoomHead } from "../../contracts/collaboration-api.ts";
import type { DraftView, EditorSession, People, SiteCopy, VersionView } from "../../contracts/editor-api.ts";
import type { Written } from "../../core/json-text.ts";
import { isoTime } from "../../core/runtime.ts";
import { ACCEPTED_EXTENSIONS } from "../../media/media-types.ts";
import type { Services } from "../../services.ts";
import type { EditorLogins } from "./login.ts";

type Login = ReturnType<EditorLogins["enter"]>;

export function createEditorViews(services: Services, logins: EditorLogins) {
  const { projects, sessions, seal, presence, versions, deliveries, drafts, settings, restoring, snapshots, comments } =
    services;
  const version = (head: VersionHead, currentVersion: number | null): VersionView => ({
    number: head.number,
    version_id: head.id,
    created_at: isoTime(head.createdAt),
    user_email: head.userEmail,
    readable: head.number !== ORIGINAL_VERSION,
    size: head.size,
    current: head.number === currentVersion,
    // The status line shows all details of the current version's delivery.
    delivery: head.number === currentVersion ? deliveries.ofVersion(head.id) : deliveries.listed(head.id),
  });
  const people = (sessionId: string): People => ({
    people: presence.people(sessionId).map(({ clientId, author, since, mode, color }) => ({
      client_id: clientId,
      author,
      since: isoTime(since),
      mode,
      color,
    })),
  });
  const siteCopy = (sessionId: string): Written<SiteCopy, "vms_json"> | null => {
    const copy = sessions.siteCopy(sessionId);
    if (copy === null) return null;
    return {
      created_at: isoTime(copy.createdAt),
      readable: isReadableState(copy.vmsJson.parse() as VmsJson),
      vms_json: copy.vmsJson,
    };
  };
  /** The fields that a new open request of the site can change while the article is being edited. */
  const fromSite = (session: Session): Pick<EditorSession, "title" | "site_copy"> => {
    const copy = siteCopy(session.id);
    return {
      title: titleOf(session.metadata),
      site_copy: copy === null ? null : { created_at: copy.created_at, readable: copy.readable },
    };
  };
  const room = (sessionId: string): RoomHead | null => {
    const head = services.rooms.head(sessionId);
    return head && { epoch: head.epoch, saved_n: head.savedN, base_version: head.baseVersion };
  };
  const draft = ({ clientId, baseVersion, updatedAt, size, author }: DraftHead): DraftView => ({
    client_id: clientId,
    base_version: baseVersion,
    updated_at: isoTime(updatedAt),
    size,
    author,
  });
  return {
    version,
    draft,
    people,
    siteCopy,
    fromSite,
    room,
    /** @param eventId id of the newest event before this data was read */
    session({ session, expiresAt, author }: Login, eventId: string): Written<EditorSession, "vms_json"> {
      const project = projects.byId(session.projectId);
      const written = versions.currentState(session);
      const state = written === null ? null : (written.parse() as VmsJson);
      const vmsJson = state === null || isBlankState(state) ? null : state;
      const userEmail = session.metadata.read("user_email");
      const fontTree = snapshots.treeFor(session);
      return {
        session_id: session.id,
        material_id: session.materialId,
        ...fromSite(session),
        project_name: project.name,
        site: URL.parse(session.callbackUrl)?.host ?? session.callbackUrl,
        vms_json: vmsJson === null ? null : written,
        readable: vmsJson === null || isReadableState(vmsJson),
        current_version: session.currentVersion,
        versions: versions.page(session.id, null).items.map((head) => version(head, session.currentVersion)),
        drafts: drafts.heads(session.id).map(draft),
        user_email: author ?? (isFilled(userEmail) ? userEmail : null),
        user_email_fixed: author !== null,
        fonts: fontTree,
        font_families: fontTree?.list.map(({ family }) => family) ?? [],
        custom_containers: readContainers(seal.open(session.id, session.metadata).member("customContainers")?.parse()),
        embeds: embedSettings(project.settings.embed_loading, project.settings.embed_hosts),
        preview_path: logins.previewPath(session.id),
        ...people(session.id),
        room: room(session.id),
        schema: SCHEMA_ID,
        open_comments: comments.openCount(session.id),
        restoring: restoring.ofSession(session.id),
        publish_originals: project.settings.resize_mode === "original",
        narrower_pictures: project.settings.resize_mode !== "single",
        limits: { media_bytes: settings.get().media_limit_bytes, accepted_extensions: [...ACCEPTED_EXTENSIONS] },
        event_id: eventId,
        login_expires_at: isoTime(expiresAt),
        clip: logins.clipOf(session.id),
      };
    },
  };
}
