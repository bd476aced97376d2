import type { Messages } from "../en/index.ts";
import { counted } from "./words.ts";

export const overview: Messages["overview"] = {
  stale: (time) => `Связь потеряна. Данные на ${time}.`,

  attention: {
    title: "Требуют внимания",
    articles: "Недоставленные статьи",
    sites: "Сайты с проблемами",
    moreSites: (count) => `и ещё ${counted(count, "сайт", "сайта", "сайтов")}, где статей меньше`,
    counts: "Доставки по состоянию",
    resendAllText: "Ещё раз отправляет все недоставленные статьи и шрифты, кроме приостановленных.",
    openProject: "Открыть проект",
    openSettings: "Открыть настройки",
    inLog: "Показать в журнале",
    failingSince: "не работает с",
    waitingSince: "с",
    next: "следующая попытка",
    quoted: (words) => `«${words}»`,
    showMore: (shown, all) => `Показать ещё (${shown.toLocaleString("ru")} из ${all.toLocaleString("ru")})`,
  },

  activity: {
    title: "Активность",
    spans: { day: "24 ч", month: "30 дней", year: "1 год" },
    attempts: "Попытки доставки",
    opensLabel: "Открытия и сохранения",
    opens: "Открытия",
    saves: "Сохранения",
    opensAndSaves: (opens, saves) =>
      `${counted(opens, "открытие", "открытия", "открытий")}, ${counted(saves, "сохранение", "сохранения", "сохранений")}`,
  },

  appliance: {
    title: "Эта установка",
    database: "База данных",
    files: "Изображения и файлы",
  },

  steps: {
    title: "Первые шаги",
    progress: (done: number, all: number) => `${done} из ${all}`,
    open: "Не сделано",
    sample: {
      title: "Попробуйте пробный сайт",
      why: "Откройте там статью, напишите текст, добавьте изображение и сохраните. Пробный сайт получит версию.",
      action: "Открыть пробный сайт",
    },
    project: {
      title: "Подключите свой сайт",
      created: (name) => `Проект «${name}» создан. Передайте сайту:`,
    },
    receiver: {
      title: "Проверьте приёмник",
      why: "Galley отправляет сайту тестовые вызовы и сообщает, что исправить.",
      needsProject: "Сначала создайте проект.",
    },
  },

  takeover: {
    title: "После переключения",
    from: "Этот компьютер стал основным <time></time>.",
    move: {
      title: "Направьте сюда DNS или прокси",
      why: (url) => `Сайты и редакторы должны попадать на этот компьютер по адресу ${url}.`,
    },
    release: {
      why: (held) =>
        `Сначала проверьте статьи: приостановлено ${held}. Пока вы не возобновите доставки, сайты ничего не получают.`,
      done: "Доставки возобновлены.",
      action: "Показать приостановленные",
    },
  },

  latest: "Недавние статьи",
  allSessions: "Все материалы",
};
