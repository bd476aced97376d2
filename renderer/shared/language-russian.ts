import { fileSize } from "../../server/contracts/file-size.ts";
import { findTemplate, wordsOf } from "../../server/contracts/sentences/words.ts";
import type { SharedWords } from "./language.ts";
import { RUSSIAN_SENTENCES } from "./russian/sentences/index.ts";

const BLOCKS: Readonly<Record<string, string>> = {
  paragraph: "Абзац",
  bulletList: "Маркированный список",
  orderedList: "Нумерованный список",
  blockquote: "Цитата",
  pullQuote: "Выноска",
  figure: "Изображение",
  gallery: "Галерея",
  video: "Видео",
  audio: "Аудио",
  fileDownload: "Файл",
  mediaPlace: "Нет изображения",
  linkEmbed: "Карточка ссылки",
  embed: "Вставка",
  table: "Таблица",
  columns: "Колонки",
  callout: "Врезка",
  button: "Кнопка",
  details: "Сворачиваемый текст",
  horizontalRule: "Разделитель",
  codeBlock: "Код",
  freeHtml: "HTML",
  customContainer: "Контейнер сайта",
};
const HEADINGS = ["Заголовок", "Подзаголовок", "Малый заголовок"];

const counted = (count: number, one: string, few: string, many: string): string =>
  `${count} ${plural(count, one, few, many)}`;

const rules = new Intl.PluralRules("ru");

/** The plural form for a count: 1 версия, 2 версии, 5 версий. */
export function plural(count: number, one: string, few: string, many: string): string {
  const rule = rules.select(count);
  return rule === "one" ? one : rule === "few" ? few : many;
}

const LANGUAGE = {
  template: (code: string) => findTemplate(RUSSIAN_SENTENCES, code),
  number: (value: number) => value.toLocaleString("ru"),
  bytes: (value: number) => fileSize(value, "ru"),
  plural: (count: number, [one = "", few = one, many = few]: readonly string[]) => plural(count, one, few, many),
};

export const RUSSIAN: SharedWords = {
  compared: {
    picture: "Изображение",
    morePictures: (count) => `и ещё ${counted(count, "изображение", "изображения", "изображений")}`,
    otherPictures: "Различаются изображения или их порядок.",
    changes: (count) => (count === 0 ? "Различий нет" : counted(count, "различие", "различия", "различий")),
    change: (number, count, block) => `${number} из ${count}: ${block}`,
    next: "Следующее различие",
    previous: "Предыдущее различие",
    same: (count) =>
      `${plural(count, "Совпадает", "Совпадают", "Совпадают")} ${counted(count, "блок", "блока", "блоков")}`,
    more: (count) => `Показать ещё (${count})`,
    onlyForm: "Текст тот же; различается оформление или настройка.",
    nothing: "здесь нет",
    empty: "пусто",
    block: (type, level) =>
      type === "heading" ? (HEADINGS[(level ?? 2) - 2] ?? HEADINGS[0] ?? type) : (BLOCKS[type] ?? type),
  },
  localized: (english, sentence) => (sentence ? wordsOf({ ...sentence, detail: english }, LANGUAGE) : english),
  copy: (what) => `Скопировать: ${what}`,
  copied: "Скопировано",
  copyRefused: "Не удалось скопировать",
  minutes: (amount) => `${amount} мин`,
  hours: (amount) => `${amount} ч`,
  days: (amount) => `${amount} дн.`,
  ago: (amount) => `${amount} назад`,
  ahead: (amount) => `через ${amount}`,
  justNow: "только что",
  soon: "меньше чем через минуту",
  noResponse: "Galley не отвечает. Проверьте, запущен ли он и доступен ли с этого компьютера.",
  proxyError: (status) => {
    if (status === 413)
      return "Прокси перед Galley отклонил запрос: он слишком большой (413). Попросите его администратора увеличить предел размера запроса.";
    if (status === 502 || status === 503 || status === 504)
      return `Прокси перед Galley не смог к нему подключиться (${status}). Проверьте, что Galley запущен.`;
    return `Прокси перед Galley ответил кодом ${status}. Узнайте причину у его администратора.`;
  },
};
