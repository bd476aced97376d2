import type { Messages } from "../en/index.ts";
import { counted } from "./words.ts";

export const chart: Messages["chart"] = {
  noAttempts: "Попыток не было.",
  attempts: (delivered, failed) =>
    `${counted(delivered + failed, "попытка", "попытки", "попыток")}: доставлено ${delivered.toLocaleString("ru")}, ошибок ${failed.toLocaleString("ru")}`,
  asTable: "Показать таблицей",
  day: "День",
};
