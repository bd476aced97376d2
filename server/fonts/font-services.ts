/** The services of fonts: inspection, storage, snapshots, publishing and its recipients. */

import type { SessionStore } from "../articles/sessions/session-store.ts";
import type { EventHub } from "../core/events.ts";
import type { Runtime } from "../core/runtime.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Sender } from "../deliveries/sender.ts";
import type { Projects } from "../projects/projects.ts";
import type { AuditLog } from "../storage/audit-log.ts";
import type { BlobStore } from "../storage/blobs.ts";
import type { Database } from "../storage/database.ts";
import type { SettingsStore } from "../storage/settings.ts";
import { createFontInspection } from "./font-inspection.ts";
import { createFontSnapshots } from "./font-snapshots.ts";
import { createFontStore } from "./font-store.ts";
import { createFonts } from "./fonts.ts";
import { createFontPublishing } from "./publishing.ts";
import { createRecipients } from "./recipients.ts";
import type { SnapshotStore } from "./snapshot-store.ts";

export function createFontServices({
  snapshotStore,
  ...given
}: {
  database: Database;
  runtime: Runtime;
  events: EventHub;
  audit: AuditLog;
  projects: Projects;
  blobs: BlobStore;
  sessions: SessionStore;
  deliveries: DeliveryStore;
  sender: Sender;
  settings: SettingsStore;
  snapshotStore: SnapshotStore;
}) {
  const { database, blobs, sessions } = given;
  const store = createFontStore(database);
  const fontInspection = createFontInspection();
  const fonts = createFonts({ ...given, store, inspection: fontInspection });
  const snapshots = createFontSnapshots({ sessions, blobs, store, snapshots: snapshotStore });
  const recipients = createRecipients(database);
  const publishing = createFontPublishing({ ...given, store, snapshots: snapshotStore, recipients });
  return { fontInspection, fonts, snapshots, recipients, publishing };
}
