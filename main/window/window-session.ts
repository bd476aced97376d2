/**
 * What the window keeps from one start to the next: what its pages wrote down of themselves, such as the language and light
 * or dark. Its login is not among it: the cookie is removed here, and the service ends it at its start (server/appliance.ts).
 */
import { type Session, session } from "electron";

/** A folder below `desktop/Partitions/`. */
const PARTITION = "persist:console";

/** Resolves when nothing of an earlier login is left to be sent. */
export async function openWindowSession(): Promise<Session> {
  // Answers of the API, articles' pictures among them, are on no disk but the service's own.
  const ofWindow = session.fromPartition(PARTITION, { cache: false });
  await ofWindow.clearStorageData({
    storages: ["cookies", "filesystem", "indexdb", "shadercache", "serviceworkers", "cachestorage"],
  });
  return ofWindow;
}
