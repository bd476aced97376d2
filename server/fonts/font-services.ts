import type { SessionStore } from "../articles/sessions/session-store.ts";
import type { DeliveryStore } from "../deliveries/delivery-store.ts";
import type { Services } from "../services.ts";
import { createFontInspection } from "./font-inspection.ts";
import { createFontSnapshots } from "./font-snapshots.ts";
import { createFontStore } from "./font-store.ts";
import { createFonts } from "./fonts.ts";
import { createFontPublishing } from "./publishing.ts";
import { createRecipients } from "./recipients.ts";
import type { SnapshotStore } from "./snapshot-store.ts";

export function createFontServices({
  snapshotStore,
  ...services
}: Pick<Services, "database" | "runtime" | "events" | "audit" | "projects" | "blobs" | "sender" | "settings"> & {
  sessions: SessionStore;
  deliveries: DeliveryStore;
  snapshotStore: SnapshotStore;
}) {
  const { database, blobs, sessions } = services;
  const store = createFontStore(database);
  const fontInspection = createFontInspection();
  const fonts = createFonts({ ...services, store, inspection: fontInspection });
  const snapshots = createFontSnapshots({ sessions, blobs, store, snapshots: snapshotStore });
  const recipients = createRecipients(database);
  const publishing = createFontPublishing({ ...services, store, snapshots: snapshotStore, recipients });
  return { fontInspection, fonts, snapshots, recipients, publishing };
}
