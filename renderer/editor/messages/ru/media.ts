/** Pictures, films, sounds, files: their blocks, their uploads. */

import { plural } from "../../../shared/russian-plural.ts";
import type { media as english } from "../en/media.ts";

export const media: typeof english = {
  choices: {
    picture: { label: "Изображение", keywords: "картинка фото фотография рисунок image picture" },
    gallery: { label: "Галерея", keywords: "изображения фотографии сетка коллаж gallery pictures" },
    video: { label: "Видео", keywords: "фильм ролик video film" },
    audio: { label: "Аудио", keywords: "звук подкаст музыка запись audio sound" },
    file: { label: "Файл для скачивания", keywords: "документ pdf вложение file download" },
    "link-card": { label: "Карточка ссылки", keywords: "ссылка адрес страница превью link card embed" },
  },

  credit: "Автор",
  creditPlaceholder: "Кто снял или нарисовал",
  link: "Ссылка",
  leadsTo: (href) => `ведёт на ${href}`,
  width: "Ширина",
  widths: { text: "Как текст", wide: "Шире текста", full: "Во всю страницу" },
  focus: {
    label: "Точка, которую не обрезать",
    at: (x, y) => `${x} % слева, ${y} % сверху`,
    choose: "Выбрать",
    done: "Готово",
    centre: "В центр",
    hint: "Щёлкните по изображению или пользуйтесь стрелками; с Shift шаг больше",
  },
  size: {
    large: (width, height, size) => `${width} × ${height} пикселей, ${size}: больше, чем нужно странице.`,
    makeSmaller: "Подготовить для читателей",
    working: "Готовим для читателей…",
    done: "Читатели получат нужные им размеры. Отмена вернёт прежнее изображение.",
    noGain: (file) => `${file} не становится меньше. Остаётся как есть.`,
    cancelled: "Отменено. Изображение остаётся прежним.",
    fit: "Читатели получат нужные им размеры.",
    publishOriginal: "Публиковать оригинал",
    originalDone: "Публикуется оригинал, без записей камеры о месте и человеке. Отмена вернёт прежнее изображение.",
    noPicture: (file) => `${file} — не изображение. В статье остаётся прежнее.`,
  },

  galleryOf: (count) => `Галерея: ${count} ${plural(count, "изображение", "изображения", "изображений")}`,
  pictureOf: (number, count) => `Изображение ${number} из ${count}`,
  moveLeft: "Сдвинуть влево",
  moveRight: "Сдвинуть вправо",
  removePicture: "Убрать изображение",
  inARow: "Изображений в ряду",
  addPictures: "Добавить изображения",
  takeApart: "Отдельные изображения",
  removeGallery: "Убрать галерею",
  removed: "Убрано. Отмена вернёт.",

  place: {
    from: (host: string) => `Изображение с ${host}`,
    unknown: "Изображение не попало в статью",
    hint: "Перетащите сюда файл.",
    fetch: "Загрузить",
    again: "Попробовать ещё раз",
    fetching: (host: string) => `Загружается с ${host}…`,
    choose: "Выбрать файл",
    remove: "Убрать",
  },

  title: "Название",
  titlePlaceholder: "Что видно или слышно: для тех, кто не видит или не слышит",
  noPoster: "Заставка: первый кадр фильма",
  poster: (file) => `Заставка: ${file}`,
  choosePoster: "Выбрать заставку",
  removePoster: "Убрать заставку",
  noPicture: (name) => `${name} — не изображение. Выберите JPEG, PNG или WebP.`,

  filePlaceholder: "Слова ссылки; иначе имя файла",
  fileNamed: (name) => `Файл для скачивания: ${name}`,
  address: "Адрес",
  cardDescription: "Кратко",
  noAddress: "Карточка ссылки без адреса",
  cardNamed: (name) => `Карточка ссылки: ${name}`,
};
