import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";

export const parts: Messages["parts"] = {
  tryAgain: "Попробовать снова",
  loading: "Загружается",
  close: "Закрыть",
  leaveAsItIs: "Оставить как есть",

  saved: "Сохранено.",
  notSavedYet: "Ещё не сохранено.",

  appearance: {
    scheme: "Оформление",
    schemes: { auto: "Как в системе", light: "Светлое", dark: "Тёмное" },
    language: "Язык",
    languages: { browser: "Как в браузере", en: "English", ru: "Русский" },
    kept: "И то и другое помнит только этот браузер. Ответы Galley и сайтов показываются как есть.",
  },

  headers: (count) => `${count} ${plural(count, "заголовок", "заголовка", "заголовков")}`,
  headersOf: { request: "заголовки запроса", answer: "заголовки ответа" },
  bodyOf: { request: "тело запроса", answer: "тело ответа" },
  emptyBody: "Тело пустое.",
  truncated: "Хранятся только первые 64 КБ.",
  phases: "Этапы попытки",

  downloads: {
    label: "Скачивания архива сайтом",
    none: "За это время сайт не скачивал архив.",
    refused: (status, reason) =>
      `Сайт запросил архив и получил отказ ${status}${reason === null ? "," : `: ${reason}`}`,
    whole: (size) => `Сайт скачал архив целиком, ${size},`,
    brokenOff: (size, whole) => `Сайт оборвал скачивание после ${size}${whole === null ? "" : ` из ${whole}`},`,
  },
};
