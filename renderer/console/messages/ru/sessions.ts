import type { Messages } from "../en/index.ts";
import { counted, words } from "./words.ts";

const { superseded: _, ...standings } = words.standings;
const files = (count: number) => counted(count, "файл", "файла", "файлов");

export const sessions: Messages["sessions"] = {
  search: "Название, ID или автор; state:rejected",
  state: "Состояние",
  anyState: "Любое состояние",
  states: { unsaved: "Не сохранено", ...standings },
  nothingFoundHint:
    "Можно искать и так: <code>state:rejected</code> <code>author:anna</code> <code>material:42</code> <code>host:example.org</code> <code>project:herald</code>.",
  none: "Материалов пока нет",
  noneText: "Материал появляется, когда сайт открывает статью.",

  lastUsed: "последнее обращение <time></time>",
  openComments: (count) => counted(count, "открытый комментарий", "открытых комментария", "открытых комментариев"),
  by: (author) => `(${author})`,
  openInEditor: "Открыть в редакторе",
  openItself: "Вкладка не открылась? Откройте редактор здесь.",
  parts: {
    label: "Материал",
    versions: "Версии",
    files: "Файлы",
    deliveries: "Доставки",
    metadata: "Метаданные",
    facts: "Сведения",
  },

  noVersions: "Версий пока нет. Первая появится при сохранении.",
  version: (number) => `Версия ${number}`,
  authorUnknown: "автор неизвестен",
  foreign: "из другого редактора",
  openDelivery: "Открыть доставку",
  downloadArchive: "Скачать архив",
  drafts: (count) =>
    `${counted(count, "несохранённый черновик", "несохранённых черновика", "несохранённых черновиков")}, изменён <time></time>.`,

  filesStored: (count) => `Хранится: ${files(count)}.`,
  missing: (count) => `Не хватает: ${files(count)}${count > 200 ? "; первые 200" : ""}.`,
  missingStates: {
    pending: "Загружается с сайта",
    failed: "Не удалось загрузить",
    gone: "Сайт не указал URL",
  },
  fetching: (count) => (count === 0 ? "Загружать нечего." : `С сайта загружается: ${files(count)}.`),
  urlOf: (file) => `URL файла ${file} на сайте`,

  noDeliveries: "Доставок пока нет.",
  allDeliveries: "Показать в журнале доставок",

  metadataHint: "В том виде, в каком прислал сайт. Секреты скрыты.",
  sessionId: "ID сессии",
  fingerprint: "Отпечаток",
  firstOpened: "Впервые открыт",
  delete: {
    hint: "Удаляет статью из Galley. Копия сайта остаётся.",
    action: "Удалить материал",
    text: (versions) =>
      `Будут удалены ${counted(versions, "версия", "версии", "версий")}, все черновики, изображения и доставки этой статьи. URL архивов ответят 404, открытые редакторы не смогут сохранять.`,
  },

  saved: "Сохранена <time></time>",
  received: "Получена <time></time>",
  foreignNote: "Эта версия из другого редактора. Galley хранит её, но не может показать или отправить.",
  sides: (files) => ({
    preview: "Просмотр",
    difference: "Изменения",
    source: "HTML",
    files: `Файлы (${files})`,
    metadata: "Метаданные",
  }),
  restore: {
    action: "Восстановить",
    why: (number, next) => `Версия ${number} будет сохранена как версия ${next} и отправлена на сайт.`,
  },
  pageWidth: "Ширина экрана",
  screens: { desktop: "Компьютер", tablet: "Планшет", phone: "Телефон" },

  archiveHint: "Архив, который скачивает сайт.",
  paths: {
    "vms_html.html": "статья в HTML",
    "vms_json.json": "состояние редактора",
    "metadata_json.json": "метаданные, секреты скрыты",
  },
  noUrl: "Сайт ещё не указал URL.",
  cannotShow: "Этот файл здесь не показать. Скачайте его.",

  compareWith: "Сравнить с",
  compareVersion: (number, when) => `Версия ${number}, ${when}`,
  nothingToCompare: "Сравнивать не с чем.",
  onlyIn: (number) => `только в версии ${number}`,
  moved: (older, newer, before) =>
    `Перемещено: в версии ${older} ${before === "" ? "в начале" : `после «${before}»`}, в версии ${newer} здесь.`,
  leftOut: (count) => `Не показано: ${counted(count, "блок", "блока", "блоков")}.`,
};
