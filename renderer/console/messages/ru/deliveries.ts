import type { Messages } from "../en/index.ts";

export const deliveries: Messages["deliveries"] = {
  one: "Доставка",
  search: "Слова или state:failed host:… text:…",
  filters: "Фильтры",
  byState: "По состоянию",
  all: "Все",
  event: "Событие",
  events: { "": "Все события", article_saved: "Статьи", site_fonts_updated: "Шрифты" },
  code: "Причина",
  allCodes: "Любая причина",
  host: "Сайт",
  oneArticle: "Одна статья",
  showAll: ", показать все",

  isNew: (count) => `Новых: ${count}`,
  pause: "Пауза",
  searching: "Загрузка более ранних доставок…",

  next: (time) => `повтор в ${time}`,
  version: (number) => (number === null ? "—" : `в. ${number}`),
  fontsOf: (name) => `Шрифты, через «${name}»`,

  select: (name) => `Выбрать: ${name}`,
  selected: (count) => `Выбрано: ${count.toLocaleString("ru")}`,
  unselect: "Снять выбор",
  resendSelected: (count) => `Отправить ещё раз (${count.toLocaleString("ru")})`,
  resendAll: (count) => `Отправить все ещё раз (${count})`,
  resendAllText:
    "Ещё раз отправляет все недоставленные статьи, подходящие под фильтры. Для каждой статьи отправляется только последняя версия.",
  skipped: {
    under_way: (count) => `Уже отправляются: ${count}.`,
    newer: (count) => `Вместо них отправлена новая версия: ${count}.`,
    taken: (count) => `Уже доставлены: ${count}.`,
    waiting: (count) => `Уже в очереди: ${count}.`,
    held: (count) => `Приостановлены: ${count}.`,
    gone: (count) => `Удалены: ${count}.`,
  },
  moreLeft: "Это не всё. Отправьте ещё раз.",

  searchResponses: "Искать в ответах сайтов",
  none: "Доставок пока нет",
  noneText:
    "При каждом сохранении Galley отправляет сайту вызов, и сайт скачивает версию. Вызовы сразу появляются здесь.",

  sendNow: "Отправить сейчас",
  superseded: "Есть более новая доставка, поэтому Galley больше не отправляет эту.",
  failedBefore: "До этого последняя попытка не удалась:",
  cancelWhy: "Galley прекратит попытки, у сайта останется его версия. Отправить ещё раз можно и позже.",
  cancel: "Отменить доставку",
  copyCurl: "Копировать как cURL",
  copyCurlWith: "Копировать как cURL с учётными данными",
  copyJson: "Копировать как JSON",
  copy: "Копировать",
  notCopied: "Не удалось скопировать. Выделите текст и скопируйте его сами.",

  tabs: { summary: "Сводка", request: "Запрос", response: "Ответ", timeline: "Хронология" },
  attempt: "Попытка",
  noAttempt: "Попыток ещё не было.",
  attemptNumber: (number) => `Попытка ${number}`,
  underWay: "выполняется",
  fromSite: "сообщение сайта",
  createdAt: "создана <time></time>",
  closedAt: "закрыта <time></time>",
  nextAttempt: "Следующая попытка <ago></ago>, <time></time>.",
  expected: "Ожидалось",
  deliveryId: "ID доставки",
  noResponse: "Ответа не было.",
  noResponseYet: "Ответа пока нет.",
  status: (status) => `Код ${status}`,
  view: "Вид",
  views: { formatted: "С отступами", raw: "Исходный", bytes: "Байты" },
  fault: (line, column) => `Ошибка в JSON: строка ${line}, знак ${column}.`,
  faultAtEnd: "JSON неполный.",

  waterfall: "Хронология попытки",
  download: "Скачивание архива",
  downloadRefused: "Отказ в скачивании архива",
  noTimings: "Нет замеров.",
};

export const requests: Messages["requests"] = {
  search: "Слова или status:4xx code:… host:…",
  status: "Статус",
  statuses: { "": "Любой статус", "2xx": "2xx: успех", "4xx": "4xx: отказ", "5xx": "5xx: ошибка" },
  kinds: {
    "session/open": "Открытие статьи",
    "download/media": "Скачивание архива",
    "download/fonts": "Скачивание шрифтов",
  },
  notRecorded: (count) =>
    `С запуска не записано запросов: ${count}. В журнал попадает до 50 запросов проекта в секунду.`,
  none: "Запросов пока нет",
  noneText: "Здесь появятся запросы сайтов: открытия статей и скачивания архивов.",

  succeeded: "Успешно",
  clientClosed: "Клиент закрыл соединение, не дождавшись конца ответа.",
  requestSide: "Заголовки и тело",
  notStored: "Galley хранит содержимое только неудачных запросов, не больше заданного числа в секунду.",
  host: "Хост обратного вызова",
  duration: "Длительность",
  sizes: (request, response) => `запрос ${request}, ответ ${response}`,
};
