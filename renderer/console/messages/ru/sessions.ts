import { COMPARE_RUSSIAN } from "../../../shared/compare/words-russian.ts";
import { plural } from "../../../shared/russian-plural.ts";
import type { Messages } from "../en/index.ts";

const counted = (count: number, one: string, few: string, many: string): string =>
  `${count.toLocaleString("ru")} ${plural(count, one, few, many)}`;
const files = (count: number) => counted(count, "файл", "файла", "файлов");
const blocks = (count: number) => counted(count, "блок", "блока", "блоков");

export const sessions: Messages["sessions"] = {
  title: "Материалы",
  session: "Материал",
  search: "Название, id или автор; state:refused",
  state: "Состояние",
  anyState: "Все состояния",
  states: {
    unsaved: "Ещё не сохранена",
    queued: "Ждёт",
    retrying: "Повторы",
    sending: "В пути",
    delivered: "Принято",
    rejected: "Отклонено",
    failed: "Непригодно",
    exhausted: "Прекращено",
    held: "Придержано",
  },
  nothingFound: "Ничего не найдено",
  nothingFoundHint:
    "Слова ищутся в любом месте названия статьи, id материала и имени автора. Поиск сужают: <code>state:refused</code> <code>author:anna</code> <code>material:42</code> <code>host:example.org</code> <code>project:herald</code>.",
  showAll: "Показать все материалы",
  none: "Ещё ни одна статья не открыта",
  noneHint: "Запись появляется, когда сайт открывает статью. У каждой статьи сайта она одна.",
  howToOpen: "Как открыть первую",

  lastUsed: "последний раз открыта или сохранена <time></time>",
  openComments: (count) =>
    `${count} ${plural(count, "открытый комментарий", "открытых комментария", "открытых комментариев")}`,
  by: (author) => `(${author})`,
  openInEditor: "Открыть в редакторе",
  openInEditorHint:
    "В отдельной вкладке. У кого есть адрес, тот может писать; открытие записывается в журнал действий.",
  openItself: "Не открылся? Откройте редактор отсюда.",
  parts: {
    label: "Что показать о статье",
    versions: "Версии",
    files: "Файлы",
    deliveries: "Доставки",
    metadata: "Метаданные",
    facts: "Сведения",
  },

  noVersions: "Ещё ничего не сохранено. Первая версия появится, когда журналист нажмёт «Сохранить».",
  version: (number) => `Версия ${number}`,
  authorUnknown: "автор неизвестен",
  foreign: "какой её оставил другой редактор",
  files,
  openDelivery: "Открыть доставку",
  downloadArchive: "Скачать архив",
  downloadArchiveOf: (number) => `Скачать архив версии ${number}`,
  whatChanged: "Что изменилось",
  whatChangedIn: (number) => `Что изменилось в версии ${number}`,
  older: "Более ранние версии",
  drafts: (count) =>
    `${counted(count, "несохранённый черновик", "несохранённых черновика", "несохранённых черновиков")}, последний — <time></time>.`,

  filesHere: (count) => `Файлов этой статьи здесь: ${count.toLocaleString("ru")}.`,
  noFiles: "В этой статье ещё нет ни изображений, ни других файлов.",
  allHere: "Всё, что показывает статья, на месте.",
  missing: (count) => `Статья показывает, но здесь нет: ${files(count)}${count > 200 ? "; первые 200" : ""}.`,
  missingStates: {
    pending: "Загружается с сайта",
    failed: "Не удалось загрузить",
    gone: "Сайт не назвал его адреса",
  },
  fetchAgain: "Попробовать снова",
  fetching: (count) => (count === 0 ? "Загружать нечего." : `С сайта загружается: ${files(count)}.`),
  addressOf: (file) => `адрес ${file} на сайте`,

  noDeliveries: "Ещё ничего не отправлено. Каждое сохранение сразу уходит на сайт.",
  allDeliveries: "Все доставки статьи в журнале",
  attempts: (count) => counted(count, "попытка", "попытки", "попыток"),

  noMetadata: "Сайт их не прислал.",
  metadata: "метаданные",
  metadataHint: "Такими их прислал сайт. Пароли, токены и другие секреты скрыты точками — здесь и в любом журнале.",
  callsBack: "Обратный вызов",
  callbackUrl: "адрес обратного вызова",
  materialId: "Id материала",
  aMaterialId: "id материала",
  sessionId: "Id статьи",
  aSessionId: "id статьи",
  fingerprint: "Отпечаток",
  aFingerprint: "отпечаток",
  firstOpened: "Впервые открыта",
  delete: {
    head: "Удалить статью из Galley",
    hint: "Статья уйдёт из Galley. То, что хранит сайт, останется нетронутым.",
    button: "Удалить статью…",
    title: (name) => `Удалить статью «${name}» из Galley?`,
    action: "Удалить статью",
    text: (versions) =>
      `${counted(versions, "версия", "версии", "версий")}, все черновики, изображения и журнал этой статьи исчезнут навсегда. Адреса её архивов ответят 404, открытые редакторы больше не смогут сохранять. Когда сайт откроет статью снова, она начнётся заново с того, что пришлёт сайт.`,
  },

  versionId: "Id версии",
  aVersionId: "id версии",
  saved: "Сохранена <time></time>",
  came: "Получена с сайта <time></time>",
  byUnknown: "автор неизвестен",
  from: (address) => `с адреса ${address}`,
  foreignNote:
    "Такой статью оставил другой редактор. Galley не может её показать, никогда не отправит её на сайт и хранит, пока существует запись о статье.",
  sides: {
    label: "Что показать о версии",
    preview: "Просмотр",
    difference: "Что изменилось",
    source: "HTML",
    files: (count) => `Файлы (${count})`,
    metadata: "Метаданные",
  },
  archive: "Архив",
  restore: {
    action: "Восстановить",
    title: (number) => `Восстановить версию ${number}?`,
    confirm: "Восстановить версию",
    why: (number, next) =>
      `Статья станет такой, какой была в версии ${number}. Это будет версия ${next}, она отправится на сайт; прежние версии останутся.`,
  },
  screens: { label: "Ширина страницы", desktop: "Компьютер", tablet: "Планшет", phone: "Телефон" },
  previewOf: (number) => `Просмотр версии ${number}`,
  sourceOf: "HTML версии",
  metadataOf: "метаданные версии",

  archiveHint: "То, что сайт скачивает как архив этой версии.",
  paths: {
    "vms_html.html": "статья как HTML, какой её получает сайт",
    "vms_json.json": "статья, какой её хранит редактор",
    "metadata_json.json": "метаданные, секреты скрыты точками",
  },
  show: "Показать",
  showFile: (file) => `Показать ${file}`,
  hideFile: (file) => `Скрыть ${file}`,
  hide: "Скрыть",
  download: "Скачать",
  downloadFile: (file) => `Скачать ${file}`,
  noAddress: "Сайт ещё не дал ему адреса.",
  cannotShow: "Файлы этого вида здесь не показать; скачайте его.",
  size: ({ width, height }) => `${width} × ${height}`,
  largeFile: "Он слишком длинный, чтобы показать его здесь; скачайте его.",

  compareWith: "Сравнить с",
  compareVersion: (number, when) => `Версия ${number}, ${when}`,
  nothingToCompare: "Это единственная версия, которую можно сравнить.",
  compared: COMPARE_RUSSIAN,
  side: (number) => `Версия ${number}`,
  onlyIn: (number) => `только в версии ${number}`,
  moved: (older, newer, before) =>
    `Переставлено: в версии ${older} этот блок стоит ${before === "" ? "в начале" : `после «${before}»`}, в версии ${newer} – здесь.`,
  leftOut: (count) => `В конце не показано: ${blocks(count)}.`,
};
