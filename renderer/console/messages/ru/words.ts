import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";

export const words: Messages["words"] = {
  states: {
    pending: "Ждёт",
    sending: "В пути",
    delivered: "Принято",
    rejected: "Отклонено",
    failed: "Непригодно",
    exhausted: "Прекращено",
    superseded: "Заменено",
    held: "Придержано",
  },
  attention: {
    retrying: "Повторы",
    sending: "Повтор сейчас",
    held: "Придержано",
    rejected: "Отклонено",
    failed: "Непригодно",
    exhausted: "Прекращено",
  },
  reasons: {
    dns_not_found: "хост не найден",
    connection_refused: "в соединении отказано",
    connection_lost: "соединение оборвалось",
    tls_untrusted: "сертификату нет доверия",
    tls_expired: "сертификат истёк",
    connect_timeout: "нет соединения в срок",
    answer_timeout: "нет ответа в срок",
    answer_too_large: "ответ слишком велик",
    redirect_refused: "перенаправлено в другое место",
    host_not_allowed: "хост не разрешён",
    invalid_credentials: "непригодные учётные данные",
    protocol_error: "испорченный ответ",
    not_json: "ответ не JSON",
    no_rc: "в ответе нет rc",
    interrupted: "прервано",
    rejected_by_site: "отклонено сайтом",
    dummy_client_url: "в ответе нет публичных адресов",
    font_url_not_allowed: "адрес шрифта не разрешён",
  },
  status: (status) => `код ${status}`,

  nothingNeedsAttention: "Все статьи у своих сайтов или на пути к ним.",
  needsAttention(articles, fonts, why) {
    const parts = [
      articles === 0 ? "" : `${articles.toLocaleString("ru")} ${plural(articles, "статья", "статьи", "статей")}`,
      fonts === 0
        ? ""
        : `${fonts.toLocaleString("ru")} ${plural(fonts, "доставка шрифтов", "доставки шрифтов", "доставок шрифтов")}`,
    ];
    const because = why.length === 0 ? "" : ` (${why.join(", ")})`;
    return `Требуют внимания: ${parts.filter(Boolean).join(" и ")}${because}.`;
  },
  countedState: (count, state) => `${state.toLowerCase()}: ${count.toLocaleString("ru")}`,

  theFonts: "шрифты",
  theVersion: (number) => `версия ${number ?? "?"}`,

  ofVersion: {
    delivered: (number) => `Сайт принял версию ${number}`,
    sending: (number) => `Версия ${number} на пути к сайту`,
    first: (number) => `Версия ${number} сейчас отправится на сайт`,
    pending: (number) => `Сайт ещё не принял версию ${number}; Galley попробует снова`,
    rejected: (number) => `Сайт отклонил версию ${number}`,
    failed: (number) => `Сайт ответил, но его ответ на версию ${number} непригоден`,
    exhausted: (number) => `Сайт так и не принял версию ${number}; Galley прекратил попытки`,
    superseded: (number) => `Версию ${number} заменило более новое сохранение`,
    held: (number) => `Версия ${number} придержана, пока вы не отпустите доставки`,
  },
  ofFonts: {
    delivered: "Сайт принял шрифты",
    sending: "Шрифты на пути к сайту",
    first: "Шрифты сейчас отправятся на сайт",
    pending: "Сайт ещё не принял шрифты; Galley попробует снова",
    rejected: "Сайт отклонил шрифты",
    failed: "Сайт ответил, но его ответ на шрифты непригоден",
    exhausted: "Сайт так и не принял шрифты; Galley прекратил попытки",
    superseded: "Эти шрифты заменены более новыми",
    held: "Шрифты придержаны, пока вы не отпустите доставки",
  },

  attemptReasons: {
    saved: "после сохранения",
    retry: "повтор",
    manual: "отправлено вручную",
    restart: "после перезапуска",
    published: "публикация шрифтов",
  },
  environments: { dev: "Разработка", prod: "Рабочий сайт" },
  phases: {
    dns: "Поиск адреса",
    connect: "Соединение",
    tls: "Защита линии",
    sent: "Отправка уведомления",
    first_byte: "Ожидание ответа",
    total: "Чтение ответа",
  },

  bytes: ["Б", "КБ", "МБ", "ГБ", "ТБ"],
  milliseconds: (count) => `${count} мс`,
  seconds: (count) => `${count} с`,
  minutes: (minutes, seconds) => `${minutes} мин ${seconds} с`,
};
