import type { Messages } from "../en/index.ts";

export const sites: Messages["sites"] = {
  search: "Хост или проект",
  sort: "Сортировка",
  sorts: {
    attention: "Сначала проблемы",
    name: "По хосту",
    undelivered: "Больше недоставленных",
    last_attempt: "По последней попытке",
  },
  states: { ok: "Работает", failing: "Не работает", held: "Приостановлен", idle: "Нет активности" },
  since: "с <time></time>",
  delivered: "Последняя доставка",
  none: "Сайтов пока нет",
  noneText: "Сайт появится здесь, когда Galley отправит ему первую версию.",

  held: "приостановлен с <time></time>",
  failing: "не работает с <time></time>",
  nothingUndelivered: "Всё доставлено.",
  settling: "Применяется к доставкам…",

  hold: "Приостановить",
  release: "Возобновить",
  resending: (done, all) => `Отправлено ещё раз: ${done} из ${all}.`,
  resendingLabel: "Повторная отправка",
  cancelled: "Отменено. Остальное не отправлено.",
  muteAlerts: "Отключить уведомления",

  mute: {
    end: "Включить снова",
    choices: { 1: "На 1 час", 8: "На 8 часов", 24: "На сутки", 168: "На неделю" },
    time: "До",
    muted: "Без уведомлений до <time></time>",
  },

  results: {
    title: "Результаты",
    spans: { hour: "1 час", day: "24 часа", month: "30 дней" },
    rate: "Доля успешных",
    p50: "Время ответа, p50",
    p95: "Время ответа, p95",
    lastDelivered: "Последняя доставка",
    attempts: "Попытки",
    latency: "Время ответа",
    latencies: (p50, p95) => `p50 ${p50}, p95 ${p95}`,
    noResponses: "Ответов не было.",
  },

  problems: {
    title: "Проблемы",
    none: "Проблем нет.",
    resolved: (count) => `Решённые (${count.toLocaleString("ru")})`,
    httpStatus: "Код ошибки HTTP",
    seen: "впервые <first></first>, в последний раз <last></last>",
    example: "Пример:",
    resolve: "Отметить решённой",
    resolvedAt: "решена <time></time>",
    mute: "Отключить уведомления",
    assign: (problem) => `Ответственный: ${problem}`,
    assignedTo: (name) => `Ответственный: ${name}`,
    unassigned: "Без ответственного",
  },

  incoming: {
    title: "Отклонённые запросы",
    why: (project) => `Запросы проекта ${project} за последние 30 дней.`,
    refusedOpens: "Отказы в открытии",
    none: "Нет",
    last: "последний: <time></time>",
  },
};
