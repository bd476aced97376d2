import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";
import { counted } from "./words.ts";

export const common: Messages["common"] = {
  time: {
    label: "Время",
    any: "За всё время",
    ages: {
      "1h": "За последний час",
      "24h": "За последние 24 часа",
      "7d": "За последние 7 дней",
      "30d": "За последние 30 дней",
    },
    between: "В промежутке…",
    from: "С",
    to: "До",
  },
  tryAgain: "Повторить",
  loading: "Загрузка",
  close: "Закрыть",
  closeHint: "Закрыть (Escape)",
  cancel: "Отмена",
  older: "Показать более ранние",
  saved: "Сохранено.",
  notSavedYet: "Не сохранено.",
  attempts: (count) => counted(count, "попытка", "попытки", "попыток"),
  resent: (count) => (count === 0 ? "Отправлять нечего." : `Отправлено ещё раз: ${count.toLocaleString("ru")}.`),

  project: "Проект",
  allProjects: "Все проекты",
  oneProject: "Один проект",
  noVersion: "не сохранена",
  nothingFound: "Ничего не найдено",

  appearance: {
    scheme: "Оформление",
    schemes: { auto: "Системное", light: "Светлое", dark: "Тёмное" },
    language: "Язык",
    languages: { browser: "Как в браузере", en: "English", ru: "Русский" },
  },

  headers: (count) => `${count} ${plural(count, "заголовок", "заголовка", "заголовков")}`,
  headersOf: { request: "заголовки запроса", answer: "заголовки ответа" },
  bodyOf: { request: "тело запроса", answer: "тело ответа" },
  emptyBody: "Тело пустое.",
  truncated: "Хранится только начало.",
  downloads: {
    label: "Скачивания архива",
    none: "Сайт не скачивал архив.",
    refused: (status, reason) => `В скачивании архива отказано, код ${status}${reason === null ? "," : `: ${reason}`}`,
    whole: (size) => `Архив скачан, ${size},`,
    brokenOff: (size, whole) => `Скачивание архива прервано после ${size}${whole === null ? "" : ` из ${whole}`},`,
  },
};

export const shell: Messages["shell"] = {
  opening: "Консоль открывается…",
  navigation: "Консоль",
  skip: "К содержанию",
  places: {
    home: "Обзор",
    projects: "Проекты",
    sites: "Сайты",
    sessions: "Материалы",
    deliveries: "Доставки",
    requests: "Запросы",
    settings: "Настройки",
  },
  title: "Консоль Galley",
  titleOf: (page) => `${page} · Galley`,
  needAttention: (count) => `требуют внимания: ${count}`,
  live: { connecting: "Соединение…", open: "На связи", lost: "Связь потеряна, переподключение" },
  version: (number) => `Версия ${number}`,
  logOut: "Выйти",
  fenced: "Что делать",
  held: "Доставки приостановлены. Статьи сохраняются здесь, но не отправляются.",
  fonts: {
    left: (count) => `Загружается шрифтов: ${count}.`,
    refused: (names) => `Не загружено: ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : "."}`,
    show: "Показать шрифты",
  },
  loadingPage: "Страница загружается",
  noPage: {
    title: "Страница не найдена",
    why: "По адресу <address></address> ничего нет.",
    back: "Вернуться к обзору",
  },
  pageFailed: {
    title: "Страница не загрузилась",
    why: "Возможно, Galley перезапускается или был обновлён.",
    reload: "Перезагрузить",
  },
  leave: {
    title: "Уйти без сохранения?",
    why: "Изменения на этой странице не сохранены.",
    stay: "Остаться",
    leave: "Уйти без сохранения",
  },
};

export const palette: Messages["palette"] = {
  title: "Перейти",
  open: "Перейти…",
  placeholder: "Страница, сайт, статья, проект или действие",
  nothing: "Ничего не найдено.",
  groups: { pages: "Страницы", sites: "Сайты", articles: "Статьи", projects: "Проекты", actions: "Действия" },
  fontsOf: (project) => `${project}: шрифты`,
  checkOf: (project) => `${project}: проверка приёмника`,
  hold: "Приостановить доставки",
  release: "Возобновить доставки",
  keys: "Сочетания клавиш",
  languageInEveryLanguage: "Язык · Language",
};

export const keys: Messages["keys"] = [
  { keys: ["Ctrl K", "⌘ K"], does: "Перейти к странице, сайту, статье, проекту или действию" },
  { keys: ["/"], does: "Поиск" },
  { keys: ["j", "↓"], does: "Следующая строка" },
  { keys: ["k", "↑"], does: "Предыдущая строка" },
  { keys: ["Home", "End"], does: "Первая или последняя строка" },
  { keys: ["Enter"], does: "Открыть строку" },
  { keys: ["x", "Space"], does: "Доставки: выбрать строку" },
  { keys: ["r"], does: "Доставки: отправить ещё раз" },
  { keys: ["Esc"], does: "Закрыть" },
  { keys: ["?"], does: "Сочетания клавиш" },
];
