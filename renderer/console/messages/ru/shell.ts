import type { Messages } from "../en/index.ts";

export const shell: Messages["shell"] = {
  opening: "Консоль открывается…",
  navigation: "Консоль",
  skip: "К содержанию",
  places: {
    home: "Обзор",
    projects: "Проекты",
    sessions: "Материалы",
    deliveries: "Доставки",
    settings: "Настройки",
  },
  title: "Консоль Galley",
  titleOf: (page) => `${page} · Galley`,
  needAttention: (count) => `требуют внимания: ${count}`,
  live: { connecting: "Соединение…", open: "На связи", lost: "Связь потеряна, пробуем снова" },
  version: (number) => `Версия ${number}`,
  logOut: "Выйти",
  held: "Доставки придержаны: статьи сохраняются здесь, но сайты ничего не узнают, пока вы их не отпустите.",
  release: "Отпустить доставки",
  fonts: {
    left: (count) => `Загружается шрифтов: ${count}.`,
    refused: (names) => `Не загружено: ${names.slice(0, 3).join(", ")}${names.length > 3 ? "…" : "."}`,
    show: "Показать шрифты",
  },

  loadingPage: "Страница загружается",
  noPage: {
    title: "Такой страницы нет",
    why: "По адресу <address></address> в консоли ничего нет. Возможно, в нём опечатка или он устарел.",
    back: "Вернуться к обзору",
  },
  pageFailed: {
    title: "Страница не загрузилась",
    why: "Возможно, Galley обновили или он перезапускается. Данные других страниц не потеряны.",
    reload: "Загрузить ещё раз",
  },

  leave: {
    title: "Уйти без сохранения?",
    why: "Изменения на этой странице ещё не сохранены.",
    stay: "Остаться",
    leave: "Уйти без сохранения",
  },
};
