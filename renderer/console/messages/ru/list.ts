import type { Messages } from "../en/index.ts";

export const list: Messages["list"] = {
  older: "Более ранние",
  close: "Закрыть",
  closeHint: "Закрыть (Escape)",
  project: "Проект",
  allProjects: "Все проекты",
  oneProject: "Один проект",
  notSavedYet: "ещё не сохранён",
  version: (number) => `версия ${number}`,
};
