import type { RoomIn } from "../../../../server/contracts/sentences/index.ts";

export const logins: RoomIn<"logins"> = {
  no_login: "Входа {id} нет.",
  too_many_at_once: "Сейчас проверяется слишком много паролей. Попробуйте чуть позже.",
};
