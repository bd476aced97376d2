import type { Messages } from "../en/index.ts";

export const palette: Messages["palette"] = {
  title: "Перейти",
  open: "Перейти…",
  placeholder: "Страница, статья, проект или действие",
  nothing: "Ничего с таким названием. Статьи находятся по тому, как их называет сайт.",
  groups: { pages: "Страницы", articles: "Статьи", projects: "Проекты", actions: "Действия" },
  fontsOf: (project) => `${project}: шрифты`,
  checkOf: (project) => `${project}: проверка приёмника`,
  hold: "Придержать доставки",
  release: "Отпустить доставки",
  keys: "Клавиши",
  languageInEveryLanguage: "Язык · Language",
};

export const keys: Messages["keys"] = {
  title: "Клавиши",
  all: [
    { keys: ["Ctrl K", "⌘ K"], does: "Перейти к странице, статье, проекту или действию" },
    { keys: ["/"], does: "Поиск в списке" },
    { keys: ["j", "↓"], does: "Следующая строка" },
    { keys: ["k", "↑"], does: "Предыдущая строка" },
    { keys: ["Home", "End"], does: "Первая или последняя строка" },
    { keys: ["Enter"], does: "Открыть строку" },
    { keys: ["x", "Space"], does: "В журнале: выбрать строку" },
    { keys: ["r"], does: "В журнале: отправить строку снова" },
    { keys: ["Esc"], does: "Закрыть открытое; выйти из поиска" },
    { keys: ["?"], does: "Этот список" },
  ],
};
