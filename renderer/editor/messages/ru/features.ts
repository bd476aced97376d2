import { plural, RUSSIAN } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";

const counted =
  (single: string, one: string, few: string, many: string, rest = "") =>
  (count: number): string =>
    count === 1 ? single : `${count} ${plural(count, one, few, many)}${rest}`;

export const people: Messages["people"] = {
  label: "Также в статье",
  unnamed: "Без имени",
  anotherTab: "Другая ваша вкладка",
  person: (name, reading) => (reading ? `${name} (просмотр)` : name),
  goTo: (name) => `${name}: к курсору`,
  joined: (name) => `В статье теперь: ${name}.`,
  left: (name) => `Больше не в статье: ${name}.`,
  reading: "Просмотр",
  youRead: "Режим просмотра.",
  edit: "Править",
  read: "Только просмотр",
};

export const offer: Messages["offer"] = {
  title: (time) => `Несохранённые изменения, ${time}`,
  lead: "«Ваш текст» — это текущая статья. До сохранения ничего не отправляется.",
};

export const difference: Messages["difference"] = {
  language: "ru",
  mine: "Ваш текст",
  legendMine: "только у вас",
  legendTheirs: (theirs) => `только здесь: ${theirs}`,
  take: "Взять этот блок",
  takeOut: "Убрать из вашего",
  moveIt: "Переместить сюда",
  moved: (theirs, before) =>
    `Перемещено: у вас этот блок ${before === "" ? "в начале" : `после «${before}»`}, а здесь он в другом тексте: ${theirs}.`,
};

export const deliveryTimeline: Messages["deliveryTimeline"] = {
  sent: "Отправлено",
  downloaded: (size) => `скачано ${size}`,
  retry: "Отправить ещё раз",
  afterRefusal: "Исправьте то, о чём просит сайт, и сохраните — или отправьте эту версию ещё раз.",
  kept: (version) => `Версия ${version} хранится в Galley.`,
};

export const checks: Messages["checks"] = {
  count: (count) => `Проверить: ${count}`,
  title: "Что проверить до сохранения",
  none: "Проверять нечего.",
  hint: "Сохранить можно и так.",
  shrink: "Уменьшить",
  found: {
    undescribed: counted("Изображение без описания", "изображение", "изображения", "изображений", " без описания"),
    dead_link: counted("Неверная ссылка", "неверная ссылка", "неверные ссылки", "неверных ссылок"),
    no_address: (count) =>
      count === 1 ? "Кнопка, карточка или вставка без URL" : `Кнопки, карточки и вставки без URL: ${count}`,
    untitled: counted("Вставка без названия", "вставка", "вставки", "вставок", " без названия"),
    to_come: counted("Пометка TK", "пометка", "пометки", "пометок", " TK"),
    empty_heading: counted("Пустой заголовок", "пустой заголовок", "пустых заголовка", "пустых заголовков"),
    skipped_level: (count) =>
      count === 1
        ? "Заголовок пропускает уровень"
        : `${count} ${plural(count, "заголовок пропускает", "заголовка пропускают", "заголовков пропускают")} уровень`,
    large_picture: (count) => (count === 1 ? "Очень большое изображение" : `Очень большие изображения: ${count}`),
    missing_picture: (count) => (count === 1 ? "Нет изображения" : `Нет изображений: ${count}`),
  },
  place: (number, count) => `${number} из ${count}`,
  previous: "Назад",
  keyHint: (key) => `${key}: дальше.`,
};

export const preview: Messages["preview"] = {
  width: "Ширина экрана",
  desktop: "Компьютер",
  tablet: "Планшет",
  phone: "Телефон",
  page: "Открыть в новой вкладке",
  empty: "Просматривать пока нечего.",
  frame: "Статья в том виде, в каком её получит сайт",
};

export const foreign: Messages["foreign"] = {
  kept: "Оригинал хранится в «Истории» как версия 0.",
  fromText: "Начать с его текста",
  excerpt: "Начало текста",
  noText: "Текста в нём нет.",
};

export const comments: Messages["comments"] = {
  open: (count) => (count === 0 ? "Комментарии" : `Комментарии (${count})`),
  title: "Комментарии",
  begin: "Комментарий",
  next: "Следующий комментарий",
  previous: "Предыдущий комментарий",
  show: "Показать",
  filters: { open: "Открытые", resolved: "Решённые", mine: "Мои" },
  none: {
    open: "Открытых комментариев нет. Выделите текст или щёлкните по блоку и выберите «Комментарий».",
    resolved: "Решённых комментариев нет.",
    mine: "Нет комментариев от вас и для вас.",
  },
  failed: "Не удалось загрузить комментарии. Откройте статью заново с сайта.",
  lost: "Текст удалён",
  onBlock: "К блоку",
  goTo: (quote) => `Показать в статье: ${quote}`,
  marker: (author, more) => (more === 0 ? `Комментарий: ${author}` : `Комментарии: ${author} и ещё ${more}`),
  waitsForYou: "Ждёт вас",
  waitsFor: (names) => `Ждёт: ${names}`,
  waitsForReply: "Ждёт ответа",
  resolvedBy: (name) => `Решено: ${name}`,
  resolve: "Решено",
  reopen: "Открыть снова",
  reply: "Ответить",
  replyTo: (author) => `Ответ: ${author}`,
  text: "Ваш комментарий",
  mention: "Упомянуть: @имя",
  name: "Ваше имя",
  send: "Отправить",
  edit: "Изменить",
  edited: "изменено",
  remove: "Удалить",
  removeAsk: "Удалить навсегда?",
  unsent: "Нет связи. Комментарий хранится на этом компьютере и будет отправлен автоматически.",
  sending: "Отправляется…",
  notes: (count) => `${count} ${plural(count, "пометка", "пометки", "пометок")} TK в тексте`,
};

export const snippets: Messages["snippets"] = {
  title: "Фрагменты",
  all: "Фрагменты…",
  saveAs: "Сохранить как фрагмент…",
  keyword: "фрагмент snippet",
  keywords: "фрагмент заготовка шаблон snippet",
  saveTitle: "Сохранить как фрагмент",
  nothingSelected: "Сначала выделите текст или блоки либо щёлкните по непустому блоку.",
  name: "Имя",
  nameHint: "Любой автор этого сайта может вставить его: наберите / и это имя.",
  taken: (name) => `Заменит «${name}». Статьи, где он вставлен, не изменятся.`,
  replace: "Заменить",
  saved: (name) => `Фрагмент «${name}» сохранён. Чтобы вставить его, наберите / и его имя.`,
  notLoaded: (why) => `Не удалось загрузить фрагменты. ${why}`,
  none: "Фрагментов пока нет. Выделите текст или блоки и выберите «Сохранить как фрагмент…».",
  search: "Найти фрагмент",
  notFound: "Ничего не найдено.",
  insert: "Вставить",
  rename: "Переименовать",
  remove: "Удалить",
  replaceBySelection: "Заменить…",
  questions: {
    replace: (name) => `Заменить «${name}» выделенным?`,
    remove: (name) => `Удалить «${name}» для всех? В статьях, где он вставлен, он останется.`,
  },
  notInserted: (why) => `Фрагмент не вставлен. ${why}`,
  othersWrite: "Вкладка открыта только для просмотра. Нажмите «Править» и вставьте его снова.",
};

const kind = (type: string, level: number): string =>
  type === "comment" ? "Комментарий" : RUSSIAN.compared.block(type, level);

export const outline: Messages["outline"] = {
  title: "Структура",
  open: (key) => `Структура (${key})`,
  none: "Здесь появятся заголовки, изображения, таблицы, вставки и открытые комментарии. Для заголовка наберите ## и пробел.",

  before: (type, name) => (type === "heading" || name.startsWith(kind(type, 0)) ? "" : `${kind(type, 0)}: `),
  unnamed: (type, level) => (type === "heading" ? `${kind(type, level)} без текста` : kind(type, level)),
  words: (count) => `${count} ${plural(count, "слово", "слова", "слов")}`,
  more: (count) => `Ещё не показано: ${count} ${plural(count, "строка", "строки", "строк")}.`,
  keys: { open: "Структура статьи", up: "Поднять раздел (в структуре)", down: "Опустить раздел (в структуре)" },
  moved: (name, place, all) => `Переставлено: ${name}. ${place} из ${all}.`,
  isFirst: (name) => `Уже первое: ${name}`,
  isLast: (name) => `Уже последнее: ${name}`,
};
