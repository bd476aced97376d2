/** What is around the article: people, history, the story of a save, checks, preview. */

import { COMPARE_RUSSIAN } from "../../../shared/compare/words-russian.ts";
import { plural } from "../../../shared/russian-plural.ts";
import type { around as english } from "../en/around.ts";

const pictures = (count: number): string => `${count} ${plural(count, "изображение", "изображения", "изображений")}`;

export const around: typeof english = {
  people: {
    label: "Кто пишет",
    unnamed: "Без имени",
    anotherTab: "Другая ваша вкладка",
    also: (names) => `Здесь же: ${names}`,
    editing: (name, time) => `Сейчас правит: ${name}, с ${time}.`,
    takenOver: (name, time) => `В ${time} правку продолжает: ${name}. Написанное вами сохранено.`,
    free: "Статью больше никто не правит.",
    youRead: "Вы читаете.",
    takeOver: "Взять правку на себя",
    readOnly: "Только читать",
    edit: "Править",
    saveNeedsWritingLease: "Вы читаете; чтобы сохранить, возьмите правку на себя.",
  },

  difference: {
    language: "ru",
    words: COMPARE_RUSSIAN,
    mine: "Ваш текст",
    legendMine: "только у вас",
    legendTheirs: (theirs) => `только здесь: ${theirs}`,
    take: "Взять этот блок",
    takeOut: "Убрать из вашего",
    moveIt: "Переставить сюда",
    moved: (theirs, before) =>
      `Переставлено: у вас этот блок стоит ${before === "" ? "в начале" : `после «${before}»`}, а на этом месте – здесь: ${theirs}.`,
    undo: "Отменить",
    comparing: "Сравнивается…",
  },

  conflict: {
    loading: "Загружается другая версия…",
    compare: "Ваш текст и другая версия, блок за блоком. До сохранения ничего не отправляется.",
    unreadable: "Другую версию нельзя показать здесь по блокам.",
  },

  history: {
    preview: "Просмотр",
    compare: "Сравнить",
    previewOf: (name) => `Просмотр: ${name}`,
    compareWith: (name) => `Сравнить: ${name}`,
    tabs: "Как смотреть",
    back: "Все версии",
    download: "Скачать архив",
    downloadOf: (name) => `Скачать архив: ${name}`,
    downloadJson: "Скачать данные (JSON)",
    older: "Показать более ранние версии",
    keeping:
      "Прежние версии хранятся не меньше двух недель после того, как статью в последний раз открывали. Текущая остаётся, как и последняя из принятых сайтом.",
    siteCopy: "Копия сайта",
    siteCopyNote: "Это состояние сайт прислал при открытии статьи. Оно не совпадает ни с одной версией.",
    siteCopyForeign: "Оно создано в другом редакторе, показать его здесь нельзя.",
    useSiteCopy: "Взять её",
    useSiteCopyAsk: "Она заменит текст на экране, но ещё не будет сохранена.",
    foreign: "Создано в другом редакторе; хранится как пришло.",
    discard: "Удалить",
    reading: "Статью правит кто-то другой: версии можно смотреть, но не возвращать.",
    previewFrame: (name) => `${name} как страница`,
  },

  story: {
    sent: "Отправлено",
    took: (size) => `${size} получено`,
    retry: "Отправить ещё раз",
    download: "Скачать архив",
    afterRefusal: "Исправьте то, о чём он просит, и сохраните — или отправьте ту же версию ещё раз.",
    kept: (version) => `Ваш текст цел: версия ${version} хранится здесь.`,
  },

  checks: {
    count: (count) => `Проверить: ${count}`,
    short: (count) => String(count),
    title: "Что проверить до сохранения",
    none: "Проверять нечего.",
    close: "Закрыть список",
    hint: "Ничто из этого не мешает сохранить.",
    undescribed: "Изображение без описания",
    dead_link: "Ссылка никуда не ведёт",
    no_address: "Кнопка, карточка или вставка без адреса",
    untitled: "Вставка без названия",
    to_come: "Пометка TK",
    empty_heading: "Пустой заголовок",
    large_picture: "Очень большое изображение",
    skipped_level: "Заголовок пропускает уровень",
    missing_picture: "Изображения ещё нет",
    shrink: "Уменьшить",
    shrinkAll: "Уменьшить все",
    several: {
      undescribed: (count) => `${pictures(count)} без описания`,
      dead_link: (count) =>
        `${count} ${plural(count, "ссылка никуда не ведёт", "ссылки никуда не ведут", "ссылок никуда не ведут")}`,
      no_address: (count) => `Кнопки, карточки и вставки без адреса: ${count}`,
      untitled: (count) => `${count} ${plural(count, "вставка", "вставки", "вставок")} без названия`,
      to_come: (count) => `${count} ${plural(count, "пометка", "пометки", "пометок")} TK`,
      empty_heading: (count) =>
        `${count} ${plural(count, "пустой заголовок", "пустых заголовка", "пустых заголовков")}`,
      skipped_level: (count) =>
        `${count} ${plural(count, "заголовок пропускает", "заголовка пропускают", "заголовков пропускают")} уровень`,
      large_picture: (count) => `Очень большие изображения: ${count}`,
      missing_picture: (count) => `Изображений ещё нет: ${count}`,
    },
    next: "Дальше",
    previous: "Назад",
    nextOf: (what) => `Дальше: ${what}`,
    previousOf: (what) => `Назад: ${what}`,
    place: (number, count) => `${number} из ${count}`,
    keyHint: (key) => `${key} — к следующему.`,
  },

  preview: {
    open: "Просмотр",
    title: "Просмотр",
    close: "Закрыть просмотр",
    width: "Ширина страницы",
    desktop: "Компьютер",
    tablet: "Планшет",
    phone: "Телефон",
    page: "Открыть отдельной страницей",
    preparing: "Ваш текст отправляется в Galley…",
    offline: "Просмотр готовит Galley, а он сейчас недоступен. Ваш текст сохранён на этом компьютере.",
    empty: "Смотреть пока нечего. Сначала напишите что-нибудь.",
    retry: "Повторить",
    frame: "Статья такой, какой её получит сайт",
  },

  more: "Ещё",

  foreign: {
    kept: "Исходник хранится как пришёл: в «Истории», версия 0.",
    fromText: "Начать с его текста",
    excerpt: "Начало текста",
    noText: "Текста в нём не нашлось.",
  },
};
