import type { RoomIn } from "../../../../server/contracts/sentences/index.ts";

export const admin: RoomIn<"admin"> = {};
