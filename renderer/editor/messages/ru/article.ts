import { plural } from "../../../shared/language-russian.ts";
import type { Messages } from "../en/index.ts";

const signs = (count: number): string => `${count.toLocaleString("ru")} ${plural(count, "знак", "знака", "знаков")}`;

export const media: Messages["media"] = {
  choices: {
    picture: { label: "Изображение", keywords: "картинка фото фотография рисунок image picture" },
    gallery: { label: "Галерея", keywords: "изображения фотографии сетка коллаж gallery pictures" },
    video: { label: "Видео", keywords: "фильм ролик video film" },
    audio: { label: "Аудио", keywords: "звук подкаст музыка запись audio sound" },
    file: { label: "Файл для скачивания", keywords: "документ pdf вложение file download" },
    "link-card": { label: "Карточка ссылки", keywords: "ссылка адрес страница превью link card" },
  },

  credit: "Автор",
  creditPlaceholder: "Автор или агентство",
  linksTo: (href) => `ссылка на ${href}`,
  caption: "Подпись",
  settings: "Настройки",
  widths: { text: "По ширине текста", wide: "Шире текста", full: "Во всю ширину" },
  focus: {
    label: "Точка фокуса",
    at: (x, y) => `${x} % слева, ${y} % сверху`,
    choose: "Указать",
    centre: "В центр",
    hint: "Щёлкните по изображению или пользуйтесь стрелками; с Shift шаг больше",
  },
  size: {
    large: (width, height, size) => `${width} × ${height} пикселей, ${size}: больше, чем нужно странице.`,
    working: "Уменьшаем…",
    done: "Изображение уменьшено. Отмена вернёт прежнее.",
    noGain: (file) => `${file} не станет меньше. Изображение не изменено.`,
    cancelled: "Отменено. Изображение не изменено.",
    publishOriginal: "Публиковать оригинал",
    originalDone: "Публикуется оригинал, без геоданных и личных данных. Отмена вернёт прежнее изображение.",
    noPicture: (file) => `${file} — не изображение. Статья не изменена.`,
  },

  galleryOf: (count) => `Галерея: ${count} ${plural(count, "изображение", "изображения", "изображений")}`,
  pictureOf: (number, count) => `Изображение ${number} из ${count}`,
  moveLeft: "Сдвинуть влево",
  moveRight: "Сдвинуть вправо",
  crop: {
    title: "Обрезать и повернуть",
    frame: "Область обрезки",
    hint: "Стрелки двигают рамку, с Shift меняют её размер. Остальное хранится, но не публикуется.",
    shape: "Форма",
    free: "Любая",
    original: "Исходная",
    turnLeft: "Поворот влево",
    turnRight: "Поворот вправо",
    reset: "Сброс",
    size: (width, height) => `${width} × ${height} пикселей`,
    apply: "Применить",
    working: "Готовим…",
    unreadable: (file) => `Браузер не может прочесть ${file}.`,
    moves: "Анимации и рисунки SVG обрезать нельзя.",
    failed:
      "Браузер не смог обработать изображение. Статья не изменена; попробуйте изображение поменьше или другой браузер.",
  },
  inARow: "Изображений в ряду",
  addPictures: "Добавить изображения",
  ungroup: "Разгруппировать",
  removed: "Убрано. Отмена вернёт.",

  place: {
    from: (host: string) => `Изображение с ${host}`,
    unknown: "Нет изображения",
    hint: "Перетащите сюда файл.",
    fetch: "Загрузить",
    fetching: (host: string) => `Загружается с ${host}…`,
    choose: "Выбрать файл",
  },

  title: "Название",
  titlePlaceholder: "Для программ чтения с экрана",
  noPoster: "Заставка: первый кадр",
  poster: (file) => `Заставка: ${file}`,
  choosePoster: "Выбрать заставку",
  removePoster: "Убрать заставку",
  noPicture: (name) => `${name} — не изображение. Выберите JPEG, PNG или WebP.`,

  filePlaceholder: "По умолчанию: имя файла",
  fileNamed: (name) => `Файл для скачивания: ${name}`,
  address: "URL",
  cardDescription: "Кратко",
  noAddress: "Карточка ссылки без URL",
  cardNamed: (name) => `Карточка ссылки: ${name}`,
};

export const embed: Messages["embed"] = {
  label: "Вставка с другого сайта",
  keywords:
    "ютуб видео карта график пост плеер вставка embed iframe youtube vimeo soundcloud spotify datawrapper flourish google maps openstreetmap telegram телеграм twitter x instagram facebook tiktok vk вк rutube рутуб dailymotion ted twitch bluesky mastodon мастодон reddit apple podcasts подкаст яндекс yandex",
  named: (name) => (name === "" ? "Вставка с другого сайта" : `Вставка: ${name}`),
  noAddress: "URL не указан. Вставьте URL видео, карты, графика или поста.",
  loads: {
    on_click: "Загружается по нажатию",
    at_once: "Загружается вместе со страницей",
  },
  shape: "Высота",
  usualShape: (shape) => (shape === "" ? "По умолчанию" : `По умолчанию (${shape})`),
  refused: (reason, host) =>
    ({
      not_an_address: "Это не URL страницы. Читатели этого не увидят.",
      not_secure: `Читатели увидят карточку ссылки: с ${host} вставляется только https://.`,
      short_link: `Читатели увидят карточку ссылки: ${host} — короткая ссылка. Откройте её и скопируйте URL страницы.`,
      no_frame: `Читатели увидят карточку ссылки: эту страницу ${host} вставить нельзя. Укажите URL одного видео, карты, графика или поста.`,
      named_sites: `Читатели увидят карточку ссылки: ${host} показывает видео только на сайтах, названных во вставке.`,
      unknown_host: `Читатели увидят карточку ссылки: ${host} нет в списке разрешённых. Попросите администратора Galley добавить его.`,
    })[reason],
};

export const blocks: Messages["blocks"] = {
  pullQuote: {
    label: "Выноска",
    keywords: "врез цитата крупно pull quote pullquote",
    placeholder: "Цитата",
    source: "Автор слов",
    sourcePlaceholder: "Имя",
  },
  callout: {
    label: "Врезка",
    keywords: "заметка совет предупреждение рамка callout note tip warning",
    tone: "Вид",
    tones: { note: "Заметка", tip: "Совет", warning: "Предупреждение" },
  },
  button: {
    label: "Кнопка",
    keywords: "ссылка действие подписка button link",
    placeholder: "Текст кнопки",
    noTarget: "URL не указан.",
    badTarget: (typed) => `«${typed}» — неверный URL.`,
  },
  details: {
    label: "Сворачиваемый текст",
    keywords: "спойлер свернуть раскрыть вопрос ответ details toggle faq",
    summaryPlaceholder: "Заголовок",
    closed: "Свёрнуто",
    opened: "Раскрыто",
  },
  divider: {
    label: "Разделитель",
    keywords: "линия черта divider line hr",
  },
  code: {
    label: "Код",
    keywords: "программа листинг исходник code pre",
    language: "Язык",
    languagePlaceholder: "например json",
  },
  columns: {
    name: (count) => `${count} ${plural(count, "колонка", "колонки", "колонок")}`,
    keywords: "рядом сетка columns layout",
    tools: "Колонки",
    add: "Добавить колонку",
    remove: "Убрать колонку",
  },
  table: {
    label: "Таблица",
    keywords: "строки столбцы ячейки table",
    headerRow: "Строка заголовков",
    rowAbove: "Добавить строку выше",
    rowBelow: "Добавить строку ниже",
    rowRemove: "Убрать строку",
    columnBefore: "Добавить столбец слева",
    columnAfter: "Добавить столбец справа",
    columnRemove: "Убрать столбец",
    merge: "Объединить ячейки",
    split: "Разделить ячейку",
    remove: "Убрать таблицу",
  },
  freeHtml: {
    label: "HTML",
    keywords: "разметка вставка код html embed",
    source: "Код HTML",
    look: "Предпросмотр HTML",
    placeholder: "<p>…</p>",
    empty: "Пусто. Введите HTML ниже.",
    nothingLeft: "Весь этот HTML удаляется. Читатели ничего не увидят.",
    sanitised: "Скрипты, формы и фреймы удаляются.",
    frame: "Фреймы из HTML удаляются.",
    removed: (names: string) => `Удалено: ${names}`,
    picture: (name: string) => (name === "" ? "Изображение" : `Изображение: ${name}`),
  },
  container: {
    unnamed: "Контейнер",
    named: (name) => `Контейнер сайта: ${name}`,
    gone: "Сайт больше не предлагает этот контейнер. Он сохранён без изменений.",
    changed: "Сайт изменил этот контейнер.",
    take: "Обновить",
    keywords: "контейнер обёртка блок сайт container",
  },
  shortcuts: {
    leave: "Новый абзац после блока",
    fields: "Настройки блока (Escape — назад)",
  },
};

export const writing: Messages["writing"] = {
  label: "Инструменты для текста",
  notLoaded: "Не удалось загрузить инструмент: Galley недоступен. Ваш текст сохранён. Попробуйте позже.",

  blocks: {
    paragraph: { label: "Текст", keywords: "абзац paragraph text" },
    "heading-2": { label: "Заголовок", keywords: "раздел h2 heading" },
    "heading-3": { label: "Подзаголовок", keywords: "h3 subheading" },
    "heading-4": { label: "Малый заголовок", keywords: "h4 heading" },
    "bullet-list": { label: "Маркированный список", keywords: "список пункты ul bulleted list" },
    "ordered-list": { label: "Нумерованный список", keywords: "123 ol numbered list" },
    quote: { label: "Цитата", keywords: "цитирование quote blockquote" },
  },

  insert: {
    button: "Вставить блок",
    here: "Добавить блок здесь",
    label: "Блоки",
    search: "Найти блок",
    groups: { text: "Текст", media: "Медиа", layout: "Оформление", site: "Этот сайт", snippets: "Фрагменты" },
    nothing: "Блоки не найдены.",
    found: (count: number) => `${count} ${plural(count, "блок", "блока", "блоков")}`,
  },

  format: {
    bar: "Выделенный текст",
    more: "Ещё оформление",
    strike: "Зачёркнутый",
    superscript: "Надстрочный",
    subscript: "Подстрочный",
    font: "Шрифт",
    ownFont: "Шрифт по умолчанию",
    clear: "Очистить оформление",
    turnInto: "Превратить в",
  },

  handle: {
    label: "Блок",
    up: "Выше",
    down: "Ниже",
    duplicate: "Дублировать",
    remove: "Удалить",
  },

  find: {
    label: "Найти и заменить",
    query: "Найти",
    replacement: "Заменить на",
    replace: "Заменить",
    replaceAll: "Заменить всё",
    next: "Следующее совпадение",
    previous: "Предыдущее совпадение",
    matchCase: "С учётом регистра",
    wholeWords: "Только целые слова",
    none: "Не найдено",
    position: (current: number, count: number, capped: boolean) =>
      `${current === 0 ? "–" : current} из ${count.toLocaleString("ru")}${capped ? "+" : ""}`,
    replaced: (count: number) => `${count.toLocaleString("ru")} ${plural(count, "замена", "замены", "замен")}`,
  },

  foot: { withTools: "Инструменты, объём и язык", label: "Объём и язык" },

  counts: {
    line: (words, characters, minutes) =>
      `${words.toLocaleString("ru")} ${plural(words, "слово", "слова", "слов")} · ${signs(characters)}${minutes === 0 ? "" : ` · ${minutes} мин`}`,
    ofSelection: (selected, words, characters) =>
      `${selected.toLocaleString("ru")} из ${words.toLocaleString("ru")} ${plural(words, "слова", "слов", "слов")} · ${signs(characters)}`,
    article: "Статья",
    selection: "Выделено",
    words: "Слова",
    characters: "Знаки",
    letters: "Без пробелов",
    reading: "Время чтения",
    minutes: (minutes) => `${minutes} мин`,
  },

  language: {
    label: "Язык статьи",
    detected: (name: string) => `${name} (авто)`,
  },

  shortcuts: {
    title: "Сочетания клавиш",
    words: "Текст",
    article: "Статья",
    plainPaste: "Вставить без оформления",
    lineBreak: "Перенос строки",
    blockMenu: "Меню блока",
    indent: "Увеличить отступ пункта; следующая колонка или ячейка",
    outdent: "Уменьшить отступ пункта; предыдущая колонка или ячейка",
  },

  offers: {
    label: "Параметры вставки",
    formatted: "Вставлено с оформлением",
    keepAsTyped: "Оставить как было",
    linked: "Вставлено ссылкой",
  },

  paste: {
    tooMuch: "Вставка слишком большая или слишком глубоко вложена. Вставлен только текст.",
    lost: (count: number) =>
      `${count} ${plural(count, "изображение не попало", "изображения не попали", "изображений не попало")} в статью. Перетащите ${count === 1 ? "файл" : "файлы"} в рамку «Нет изображения».`,
    elsewhere: (count: number, from: string | null) =>
      `${count} ${plural(count, "изображение осталось", "изображения остались", "изображений осталось")} на ${from ?? "других сайтах"}.`,
    fetch: (count: number, from: string | null) =>
      `Загрузить ${count} ${plural(count, "изображение", "изображения", "изображений")} с ${from ?? "этих сайтов"}`,
    cut: "Вставленный текст не поместился в статью целиком. Его конец отрезан.",
  },
};
