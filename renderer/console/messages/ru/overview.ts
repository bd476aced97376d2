import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";

const counted = (count: number, one: string, few: string, many: string): string =>
  `${count.toLocaleString("ru")} ${plural(count, one, few, many)}`;

export const overview: Messages["overview"] = {
  title: "Обзор",
  stale: (time) => `Связь потеряна. Так обстояли дела в ${time}.`,

  attention: {
    title: "Что требует внимания",
    articles: "Статьи, которых нет у сайта",
    sites: "Сайты с неполадками",
    moreSites: (count) => `и ещё ${counted(count, "сайт", "сайта", "сайтов")}, где статей меньше`,
    counts: "Доставки по состоянию",
    queued: "На очереди",
    sending: "В пути",
    sendAgain: "Отправить ещё раз",
    sendAgainOf: (title) => `Отправить ещё раз: ${title}`,
    resendAllTo: (count, host) => `Отправить все ещё раз (${count}) на ${host}`,
    resendAllText: "Ещё раз уйдут все статьи и шрифты, которых нет у их сайтов, кроме приостановленных.",
    resendAllToText: (host) => `Ещё раз уйдут все статьи и шрифты, которых нет у ${host}.`,
    sent: (count) =>
      count === 0
        ? "Отправлять нечего: всё придержано или уже в пути."
        : `Снова в пути: ${count.toLocaleString("ru")}.`,
    more: "Это не всё: когда эти дойдут, отправьте ещё раз.",
    check: "Проверить приёмник",
    checkOf: (host) => `Проверить приёмник ${host}`,
    openProject: "Открыть проект",
    openSettings: "Открыть настройки",
    inLog: "Показать в журнале",
    failingSince: "не работает с",
    waitingSince: "ждёт с",
    takesOthers: "другие статьи принимает",
    lastTaken: "последний раз принял",
    neverTaken: "ещё ничего не принимал",
    next: "следующая попытка",
    attempts: (count) => counted(count, "попытка", "попытки", "попыток"),
    quoted: (words) => `«${words}»`,
    showMore: (shown, all) => `Показать ещё: здесь ${shown.toLocaleString("ru")} из ${all.toLocaleString("ru")}`,
  },

  hours: {
    title: "Последние 24 часа",
    label: "Что отправлено за каждый час; стрелки переходят от часа к часу",
    nothing: "Ничего не отправлялось.",
    sum: (delivered, failed) =>
      `${counted(delivered + failed, "попытка", "попытки", "попыток")}: доставлено ${delivered.toLocaleString("ru")}, не удалось ${failed.toLocaleString("ru")}`,
    one: (from, to, delivered, failed) =>
      `${from}–${to}, ${counted(delivered + failed, "попытка", "попытки", "попыток")}: доставлено ${delivered.toLocaleString("ru")}, не удалось ${failed.toLocaleString("ru")}`,
    asTable: "Таблицей",
    hour: "Час",
    taken: "Принято",
    failed: "Не удалось",
  },

  appliance: {
    title: "Эта установка",
    publicUrl: "Публичный адрес",
    reachable: "ведёт сюда",
    unreachable: "сюда не ведёт",
    checking: "Проверяем…",
    checkNow: "Проверить",
    onlyThisMachine: "Доступен только с этой машины. Сайтам на других машинах нужен публичный адрес.",
    network: "Открыть настройки",
    database: "База данных",
    files: "Снимки и файлы",
    fonts: "Шрифты",
    free: "Свободно на диске",
    backup: "Последняя резервная копия",
    never: "ни одной",
    makeBackup: "Сделать копию",
    version: "Версия",
  },

  steps: {
    title: "Первые шаги",
    hide: "Больше не показывать",
    allDone: "Первые шаги пройдены.",
    done: "Готово",
    open: "Ещё не сделано",
    sample: {
      title: "Весь путь статьи на сайте-образце",
      why: "На этой машине работает небольшой сайт. Откройте там статью, напишите что-нибудь, поставьте снимок, сохраните: сайт-образец примет версию.",
      action: "Открыть сайт-образец",
    },
    project: {
      title: "Подключить свой сайт",
      why: "Проект — это один сайт в одной среде. У него есть ключ и секрет, которым сайт подписывает запросы.",
      action: "Создать проект",
      name: "Название сайта",
      environment: "Среда",
      dev: "Разработка",
      prod: "Рабочая",
      hosts: "Хосты, к которым Galley может обращаться",
      hostsHint: "Например, cms.example.org, *.example.org. В разработке localhost уже разрешён.",
      create: "Создать проект",
      cancel: "Не сейчас",
      created: (name) => `Проект «${name}» создан. Передайте сайту эти два значения:`,
      key: "Ключ",
      secret: "Секрет",
      open: "Открыть проект",
    },
    receiver: {
      title: "Проверить приёмник",
      why: "Galley отправит сайту пробные вызовы и скажет, что верно, что нет и что изменить.",
      action: "Проверить приёмник",
      needsProject: "Сначала создайте проект.",
      project: "Проект",
      url: "Адрес обратного вызова",
      urlHint: "Где сайт принимает вызовы, например https://cms.example.org/galley/callback",
      start: "Начать проверку",
      stop: "Прервать проверку",
      running: (title) => `${title}…`,
      works: "Приёмник всё делает верно.",
      warnings: "Приёмник работает. На некоторые шаги стоит взглянуть.",
      fails: "На сайте нужно кое-что изменить:",
      ended: "Вы прервали проверку.",
      whole: "Вся проверка целиком",
      again: "Проверить ещё раз",
    },
  },

  latest: "Над чем работали недавно",
  allSessions: "Все материалы",
};
