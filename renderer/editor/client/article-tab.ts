/** What one open article stands on in this tab: made when it is opened, taken whole or in part by who works with it. */
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import type { Memory } from "../ui/lib/memory.ts";
import type { EditorApi } from "./api.ts";
import type { Connection, Schedule } from "./connection.ts";

export interface ArticleTab {
  readonly api: EditorApi;
  readonly connection: Connection;
  readonly schedule: Schedule;
  /** Small things that this browser remembers. */
  readonly memory: Memory;
  /** `client_id` of this tab. */
  readonly clientId: string;
  /** The article as the appliance answered when it was opened. */
  readonly session: EditorSession;
  /** Address of the appliance, with its slash at the end: the preview pages are under it. */
  readonly root: string;
}
