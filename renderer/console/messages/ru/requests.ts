import type { Messages } from "../en/index.ts";

export const requests: Messages["requests"] = {
  search: "Слова или status:4xx code:… host:…",
  status: "Статус",
  statuses: { "": "Любой статус", "2xx": "2xx: успех", "4xx": "4xx: отказ", "5xx": "5xx: ошибка" },
  kinds: { open: "Открытие статьи", media: "Скачивание архива", fonts: "Скачивание шрифтов" },
  notRecorded: (count) =>
    `С запуска не записано запросов: ${count}. В журнал попадает до 50 запросов проекта в секунду.`,
  none: "Запросов пока нет",
  noneText: "Здесь появятся запросы сайтов: открытия статей и скачивания архивов.",
  showAll: "Показать все запросы",

  succeeded: "Успешно",
  clientClosed: "Клиент закрыл соединение, не дождавшись конца ответа.",
  requestSide: "Заголовки и тело",
  notStored: "Galley хранит содержимое только неудачных запросов, в пределах секундного лимита.",
  fact: {
    host: "Хост обратного вызова",
    duration: "Длительность",
    sizes: "Размер",
  },
  sizes: (request, response) => `запрос ${request}, ответ ${response}`,
};
