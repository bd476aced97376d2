import type { RoomIn } from "../../../../server/contracts/sentences/index.ts";

export const articles: RoomIn<"articles"> = {};
