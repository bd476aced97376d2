import type { RoomIn } from "../../../../server/contracts/sentences/index.ts";

export const check: RoomIn<"check"> = {};
