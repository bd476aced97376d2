import type { Catalogue } from "../sentences.ts";

/** Why a file was not taken, or did not come from a site: `server/media/`, `server/storage/blobs.ts`. */
export const files: Catalogue = {
  "The file is larger than the limit of {n} bytes.": "Файл больше предела: {n} {n:байт,байта,байт}.",
  "This article holds as many files as it may. Those that no version shows go {said} after their upload; then there is room for more.":
    "В этой статье уже столько файлов, сколько можно. Те, которых нет ни в одной версии, удаляются через {said} после загрузки; тогда место появится.",
  "two weeks": "две недели",
  "a day": "сутки",
  "{n} days": "{n} {n:день,дня,дней}",
  "Accepted are: {list}.": "Принимаются: {list}.",
  "Sites do not take files of this type.": "Файлы такого типа сайты не принимают.",
  "The .{type} file is not UTF-8 text.": "Файл .{type} — не текст в UTF-8.",
  "The .{type} file is not valid JSON.": "В файле .{type} — не JSON.",
  "The .lottie file holds no Lottie animation.": "В файле .lottie нет анимации Lottie.",
  "A .{type} file may have at most {n} MB.": "Файл .{type} может занимать не больше {n} МБ.",
  "The picture is damaged: it does not say how wide and high it is.":
    "Изображение повреждено: в нём не указаны ширина и высота.",
  "The file took too long to examine; it is too complex.":
    "Проверка файла заняла слишком много времени: он слишком сложен.",
  "The file takes too much memory to examine; it is too complex.":
    "На проверку файла не хватило памяти: он слишком сложен.",
  "Other files of this article are still being checked. Send this one again in a few seconds.":
    "Другие файлы этой статьи ещё проверяются. Отправьте этот через несколько секунд.",
  "{n} files of this article are being received. Send this one when one of them is done.":
    "Загружается уже {n} {n:файл,файла,файлов} этой статьи. Отправьте этот, когда один из них загрузится.",
  "The picture declares too many parts; it is damaged or made to harm.":
    "В изображении объявлено слишком много частей: оно повреждено или создано со злым умыслом.",
  "The file is no picture.": "Этот файл — не изображение.",
  "The file is not an SVG drawing: its first element is not <svg>.":
    "Этот файл — не рисунок SVG: его первый элемент не <svg>.",
  "The SVG drawing is too complex: it has more than {n} thousand tags.":
    "Рисунок SVG слишком сложен: в нём больше {n} {n:тысячи,тысяч,тысяч} тегов.",
  "The SVG drawing is nested more than {n} levels deep.":
    "В рисунке SVG больше {n} {n:уровня,уровней,уровней} вложенности.",
  "The SVG drawing is damaged: it is not well-formed XML.": "Рисунок SVG повреждён: это не правильный XML.",
  "A part of the SVG drawing refers to itself, so that it could never be drawn whole.":
    "Часть рисунка SVG ссылается на саму себя: нарисовать его целиком нельзя.",
  "The SVG drawing repeats its parts until they are more than {n} thousand elements to paint; browsers would stop answering. Export it with less detail, or as a PNG.":
    "Части рисунка SVG повторяются так, что рисовать пришлось бы больше {n} {n:тысячи,тысяч,тысяч} элементов; браузеры перестали бы отвечать. Экспортируйте его с меньшей подробностью или в PNG.",
  "smaller_of names no picture of this article.": "smaller_of не называет изображения этой статьи.",
  "A picture has at most {n} smaller files.": "У изображения не больше {n} уменьшенных файлов.",
  "The file is not {name} with fewer pixels: its proportions differ.":
    "Этот файл — не уменьшенное изображение {name}: у него другие пропорции.",

  "{site} sent a file that is not valid {coding}.":
    "Файл, который прислал сервер {site}, не распаковывается как {coding}.",
  "{site} sent the file with the Content-Encoding {coding}, which Galley cannot decode.":
    "Сервер {site} прислал файл в кодировке {coding} (Content-Encoding), которую Galley не умеет распаковывать.",
  "The site must send it without Content-Encoding.": "Сайт должен отправлять его без Content-Encoding.",
  "{site} answered with a web page in the place of the file.": "Сервер {site} прислал вместо файла веб-страницу.",
  "The site probably asks for a login there: its files must be public, or the session's webhook_auth_user must be let in.":
    "Вероятно, сайт требует там входа: файлы должны быть публичными, или сайт должен пускать webhook_auth_user.",
  "{address} is not an address that can be fetched.": "По адресу {address} ничего скачать нельзя.",
  "{site} answered with status {n}.": "Сервер {site} ответил кодом {n}.",
  "The site redirected more than {n} times.": "Сайт перенаправил больше {n} {n:раза,раз,раз}.",
  "{site} is not at an address that may be called.": "Хост {site} находится по адресу, к которому обращаться нельзя.",
  "{site} is not an allowed host of this site.": "Хост {site} этому сайту не разрешён.",
  "{site} did not answer in time.": "Сервер {site} не ответил вовремя.",
  "{site} could not be reached ({said}).": "Связаться с сервером {site} не удалось ({said}).",
  "No address of this host may be dialled.": "Ни к одному из адресов этого хоста обращаться нельзя.",
  "The proxy answered with status {n}.": "Прокси ответил кодом {n}.",
  "The connection broke off.": "Соединение оборвалось.",
  "The connection to {site} broke off.": "Соединение с сервером {site} оборвалось.",
  "The picture is not public there.": "Изображение там закрыто от посторонних.",
  "Many pictures were fetched for this article; wait ten minutes.":
    "Для этой статьи скачано очень много изображений; подождите десять минут.",
  "Many pictures are being fetched at this moment; try again.":
    "Сейчас скачивается слишком много изображений; попробуйте ещё раз.",
  "The picture at {host} is larger than the limit of {n} bytes.":
    "Изображение на {host} больше предела: {n} {n:байт,байта,байт}.",
  "{site} took longer than a minute to send the picture.": "Сервер {site} присылал изображение дольше минуты.",
  "The data: URL of this file is not complete.": "Адрес data: этого файла неполный.",
  "{site} took longer than ten minutes to send the file.": "Сервер {site} присылал файл дольше десяти минут.",
  "What {host} sent is no picture that an article can show.":
    "То, что прислал {host}, — не изображение, которое можно показать в статье.",
};
