import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";

const steps = (count: number) => `${count} ${plural(count, "шаг", "шага", "шагов")}`;

export const check: Messages["check"] = {
  title: "Проверить приёмник",
  why: "Galley отправляет сайту пробные обратные вызовы и о каждом говорит, что верно, что неверно и что изменить. Ни сессий, ни доставок от этого не появляется.",
  form: {
    url: "Адрес обратного вызова",
    urlWhy: "Тот callback_url, который сайт передаёт, когда открывает материал.",
    material: "Материал",
    materialWhy:
      "Номер материала, который сайт знает и который здесь ни разу не открывали, например неопубликованного пробного: проверка перезапишет его. Оставьте пустым, и это будет galley-check — его приёмник может знать по имени.",
    login: "Приёмник закрыт паролем",
    userWhy: "Одно оно отправляется как токен Bearer.",
    passwordWhy: "Вместе они отправляются как Basic.",
    fonts: "Отправить и опубликованные шрифты",
    start: "Проверить приёмник",
    stop: "Прекратить проверку",
  },
  result: "Что вышло",
  checking: "Проверяется…",
  step: (number, title) => `Шаг ${number}: ${title}…`,
  ended: "Вы прекратили проверку.",
  failed: (count, first) =>
    `Не ${plural(count, "пройден", "пройдены", "пройдено")} ${steps(count)}. Начните с шага ${first}: после него остальные могут наладиться сами.`,
  warned: (count) => `Приёмник работает. На ${steps(count)} стоит взглянуть.`,
  passed: "Приёмник делает всё правильно.",
  verdicts: { passed: "Пройден", warning: "Стоит взглянуть", failed: "Не пройден", skipped: "Не проверялся" },
  change: "Что изменить:",
  expected: (expected) => `Ожидалось: ${expected}`,
  cameIn: (number) => `что пришло на шаге ${number}`,
  said: "Весь разговор",
  address: "По адресу",
  code: "Код",
  certificate: {
    subject: "Выдан",
    names: "Для",
    issuer: "Подписан",
    itself: "самим собой",
    valid: "Действует",
    dates: (from, to) => `с ${from} по ${to}`,
  },
  noAnswer: "Ответа не было.",
  request: "Запрос",
  answer: "Ответ",
  answerWith: (status) => `Ответ, код ${status}`,
  files: "Общедоступные файлы",
  same: (size) => `Galley скачал ${size}, те же байты, по адресу`,
  nothing: "Galley ничего не смог скачать по адресу",
  other: (status, size, expected) => `Galley получил код ${status} и ${size} вместо ${expected} по адресу`,

  signatures: {
    title: "Неверные подписи",
    why: "Кто подписывает неверно, получает 403 без объяснений. Здесь видно, на что похожа каждая такая подпись; хранится последняя тысяча.",
    again: "Посмотреть снова",
    none: "Неверных подписей нет",
    noneWhy: "Все запросы с ключом этого проекта подписаны как надо.",
    label: "Неверные подписи",
    routes: {
      "session/open": "Открытие материала",
      "download/media": "Скачивание архива",
      "download/fonts": "Скачивание шрифтов",
    },
    from: (address) => `с адреса ${address}`,
    expected: "Что следовало подписать",
    toBeSigned: "Следовало подписать",
    came: "Пришло",
    older: "Более ранние",
  },
};
