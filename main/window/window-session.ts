/** The window keeps what its pages stored, such as language and colours, but not its login. */
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
