import { plural } from "../../../shared/language-russian.ts";
import type { around as english } from "../en/around.ts";

const counted =
  (single: string, one: string, few: string, many: string, rest = "") =>
  (count: number): string =>
    count === 1 ? single : `${count} ${plural(count, one, few, many)}${rest}`;

export const around: typeof english = {
  people: {
    label: "Также в статье",
    unnamed: "Без имени",
    anotherTab: "Другая ваша вкладка",
    person: (name, reading) => (reading ? `${name} (просмотр)` : name),
    goTo: (name) => `${name}: к курсору`,
    joined: (name) => `В статье теперь: ${name}.`,
    left: (name) => `Статью закрыл(а): ${name}.`,
    reading: "Просмотр",
    youRead: "Режим просмотра.",
    edit: "Править",
    read: "Только просмотр",
    readingCannotSave: "Режим просмотра. Чтобы сохранить, нажмите «Править».",
  },

  offer: {
    title: (time) => `Несохранённые изменения, ${time}`,
    lead: "«Ваш текст» — это текущая статья. До сохранения ничего не отправляется.",
  },

  difference: {
    language: "ru",
    mine: "Ваш текст",
    legendMine: "только у вас",
    legendTheirs: (theirs) => `только здесь: ${theirs}`,
    take: "Взять этот блок",
    takeOut: "Убрать из вашего",
    moveIt: "Переместить сюда",
    moved: (theirs, before) =>
      `Перемещено: у вас этот блок ${before === "" ? "в начале" : `после «${before}»`}, а здесь он в другом тексте: ${theirs}.`,
    undo: "Отменить",
    comparing: "Сравнивается…",
  },

  history: {
    previewOf: (name) => `Просмотр: ${name}`,
    compareWith: (name) => `Сравнить: ${name}`,
    tabs: "Вид",
    back: "Все версии",
    downloadOf: (name) => `Скачать архив: ${name}`,
    downloadJson: "Скачать данные (JSON)",
    older: "Показать более ранние версии",
    keeping:
      "Прежние версии хранятся не меньше двух недель после последнего открытия статьи. Текущая и последняя доставленная версии хранятся всегда.",
    siteCopy: "Копия сайта",
    siteCopyNote: "Сайт прислал эту копию при открытии статьи. Она не совпадает ни с одной версией в Galley.",
    siteCopyForeign: "Создана в другом редакторе. Galley не может её показать.",
    useSiteCopy: "Взять эту копию",
    useSiteCopyAsk: "Заменит текст на экране, но не сохранит его.",
    foreign: "Создано в другом редакторе; хранится без изменений.",
    reading: "Только чтение: версии можно смотреть, но не восстанавливать.",
    previewFrame: (name) => `Страница: ${name}`,
  },

  story: {
    sent: "Отправлено",
    downloaded: (size) => `скачано ${size}`,
    retry: "Отправить ещё раз",
    afterRefusal: "Исправьте то, о чём просит сайт, и сохраните — или отправьте эту версию ещё раз.",
    kept: (version) => `Версия ${version} хранится в Galley.`,
  },

  checks: {
    count: (count) => `Проверить: ${count}`,
    short: (count) => String(count),
    title: "Что проверить до сохранения",
    none: "Проверять нечего.",
    close: "Закрыть список",
    hint: "Сохранить можно и так.",
    shrink: "Уменьшить",
    shrinkAll: "Уменьшить все",
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
    next: "Дальше",
    previous: "Назад",
    nextOf: (what) => `Дальше: ${what}`,
    previousOf: (what) => `Назад: ${what}`,
    place: (number, count) => `${number} из ${count}`,
    keyHint: (key) => `${key}: дальше.`,
  },

  preview: {
    close: "Закрыть просмотр",
    width: "Ширина экрана",
    desktop: "Компьютер",
    tablet: "Планшет",
    phone: "Телефон",
    page: "Открыть в новой вкладке",
    preparing: "Готовим просмотр…",
    offline: "Просмотр невозможен: Galley недоступен. Ваши изменения сохранены на этом компьютере.",
    empty: "Просматривать пока нечего.",
    frame: "Статья в том виде, в каком её получит сайт",
  },

  foreign: {
    kept: "Исходник хранится в «Истории» как версия 0.",
    fromText: "Начать с его текста",
    excerpt: "Начало текста",
    noText: "Текста в нём нет.",
  },
};
