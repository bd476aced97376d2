import type { Messages } from "../en/index.ts";

export const palette: Messages["palette"] = {
  title: "Перейти",
  open: "Перейти…",
  placeholder: "Страница, статья, проект или действие",
  nothing: "Ничего с таким названием. Статьи находятся по тому, как их называет сайт.",
  groups: { pages: "Страницы", articles: "Статьи", projects: "Проекты", actions: "Действия" },
  settings: {
    network: "Сеть",
    deliveries: "Отправка",
    limits: "Ограничения",
    retention: "Хранение",
    backups: "Резервные копии",
    access: "Доступ",
    notifications: "Уведомления",
    appearance: "Оформление и язык",
    sample: "Пробный сайт",
    logs: "Журналы",
    audit: "Что делали администраторы",
    about: "О программе",
  },
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
    { keys: ["Esc"], does: "Закрыть открытое; выйти из поиска" },
    { keys: ["?"], does: "Этот список" },
  ],
};
