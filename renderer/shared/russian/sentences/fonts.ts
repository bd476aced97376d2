import type { RoomIn } from "../../../../server/contracts/sentences/index.ts";

export const fonts: RoomIn<"fonts"> = {};
