import { plural } from "../russian-plural.ts";
import type { COMPARE_ENGLISH } from "./words.ts";

const BLOCKS: Readonly<Record<string, string>> = {
  paragraph: "Абзац",
  bulletList: "Список с маркерами",
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

export const COMPARE_RUSSIAN: typeof COMPARE_ENGLISH = {
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
};
