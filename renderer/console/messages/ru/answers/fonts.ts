import type { Catalogue } from "../../../../shared/sentences.ts";

/** Why a font was not taken, and what is noted of one that was: `server/fonts/`. */
export const fonts: Catalogue = {
  "Accepted are ttf, otf, woff and woff2 files.": "Принимаются файлы ttf, otf, woff и woff2.",
  "The file is a collection of several fonts; upload each of them as a file of its own.":
    "В файле несколько шрифтов; загрузите каждый отдельным файлом.",
  "The file is a ZIP archive; unpack it and upload the fonts in it.":
    "Это архив ZIP; распакуйте его и загрузите сами шрифты.",
  "The file is a web page or an XML text, not a font; the download that it came from may have failed.":
    "Это веб-страница или текст XML, а не шрифт; возможно, файл скачался с ошибкой.",
  "The file is empty.": "Файл пуст.",
  "The file is not a font.": "Это не шрифт.",
  "The font takes too long or too much memory to read; it is damaged or made to harm.":
    "Чтение шрифта занимает слишком много времени или памяти: он повреждён или сделан во вред.",
  "The service is closing: the font was not stored. Upload it again in a moment.":
    "Galley завершает работу: шрифт не сохранён. Загрузите его снова через минуту.",
  "This project has no font snapshot {id}.": "У этого проекта нет снимка шрифтов {id}.",
  "This project has no font {name}.": "У этого проекта нет шрифта {name}.",
  "This project has {n} fonts already; remove one that is not used.":
    "У этого проекта уже {n} {n:шрифт,шрифта,шрифтов}; уберите ненужный.",
  "A font file may have at most {n} MB.": "Файл шрифта может занимать не больше {n} МБ.",
  "There are no fonts to publish; upload one first.": "Публиковать нечего; сначала загрузите шрифт.",
  "The bytes of this font are missing on this machine.": "Содержимого этого шрифта на этой машине нет.",
  "No fonts were published for this site yet.": "Для этого сайта шрифты ещё не публиковались.",
  "This site has no published font of this name, or its bytes are missing here.":
    "Опубликованного шрифта с таким именем у этого сайта нет, или здесь нет его содержимого.",

  "The file names no family, so the name of the file stands for it. Correct it if it is another.":
    "Семейство в файле не указано, вместо него стоит имя файла. Исправьте, если оно другое.",
  "The file says that it may not be embedded in documents (fsType). Check that its licence allows web use.":
    "В файле сказано, что встраивать его в документы нельзя (fsType). Проверьте, что лицензия разрешает его на сайте.",
  "Its woff2 would have taken too long to make, so sites get the file as it is. Upload a woff2 beside it.":
    "Делать woff2 было бы слишком долго, поэтому сайты получают файл как есть. Загрузите рядом woff2.",
  "It is not published: {name} came later with the same family, weight, style and format. Correct or remove one of them.":
    "Не публикуется: позже загружен {name} с тем же семейством, насыщенностью, наклоном и форматом. Исправьте или уберите один из них.",
  "Some of its characters are also in {name} of the same family, weight and style; browsers take one of the two. Remove one, or set their unicode ranges apart.":
    "Часть его знаков есть и в {name} с тем же семейством, насыщенностью и наклоном; браузер возьмёт один из двух. Уберите один или разделите их диапазоны Юникода.",

  "The font is damaged: the outlines of a letter lie outside their table.":
    "Шрифт повреждён: контуры буквы лежат вне своей таблицы.",
  "The font is made to harm: a letter is a part of itself.": "Шрифт сделан во вред: буква состоит из самой себя.",
  "The font is made to harm: one letter of it has more than {n} parts.":
    "Шрифт сделан во вред: в одной букве больше {n} {n:части,частей,частей}.",
  "The font is damaged: its names or its character map cannot be read.":
    "Шрифт повреждён: не читаются его названия или таблица знаков.",
  "The file is packed like a font, but holds none.": "Файл упакован как шрифт, но шрифта в нём нет.",
  "The font lacks what browsers need to show it: {list}. Export it anew as a web font.":
    "В шрифте нет того, что нужно браузерам: {list}. Экспортируйте его заново как веб-шрифт.",
  "The font holds no letters: neither outlines nor pictures of them.":
    "В шрифте нет букв: ни контуров, ни изображений.",
  "The font is damaged: its {table} table is cut off.": "Шрифт повреждён: таблица {table} обрывается.",
  "The font is damaged: its header cannot be read.": "Шрифт повреждён: не читается заголовок.",
  "The font is damaged: a part of it lies beyond the end of the file. It may not have arrived whole.":
    "Шрифт повреждён: часть его лежит за концом файла. Возможно, файл пришёл не целиком.",
  "The font is damaged: it holds no tables.": "Шрифт повреждён: в нём нет таблиц.",
  "The font claims to hold {n} tables; no font has more than {n2}.":
    "Шрифт заявляет {n} {n:таблицу,таблицы,таблиц}; больше {n2} не бывает ни в одном.",
  "The font is damaged: its list of tables cannot be read.": "Шрифт повреждён: не читается список таблиц.",
  "The font is damaged: its list names a table twice.": "Шрифт повреждён: в списке одна таблица названа дважды.",
  "The font is damaged: its {table} table lies upon another.":
    "Шрифт повреждён: таблица {table} накладывается на другую.",
  "The font would have {n} MB unpacked; at most {n2} MB are taken.":
    "Распакованный шрифт занял бы {n} МБ; принимается не больше {n2} МБ.",
  "The WOFF file is cut off: it is shorter than it says.": "Файл WOFF обрывается: он короче, чем заявлено.",
  "The WOFF file is damaged: its {table} table cannot be unpacked.":
    "Файл WOFF повреждён: таблица {table} не распаковывается.",
  "The WOFF2 file is damaged: it cannot be unpacked.": "Файл WOFF2 повреждён: он не распаковывается.",
  "The font is damaged: its outlines cannot be read.": "Шрифт повреждён: не читаются контуры.",
  "The WOFF2 file is cut off: it is shorter than it says.": "Файл WOFF2 обрывается: он короче, чем заявлено.",
  "The WOFF2 file is damaged: its list of tables cannot be read.": "Файл WOFF2 повреждён: не читается список таблиц.",

  "A family has a name": "У семейства есть название",
  "A weight is a number from 1 to 1000, or two for a variable font, such as 400 or 100 900":
    "Насыщенность — число от 1 до 1000, у вариативного шрифта два числа, например 400 или 100 900",
  "A style is normal, italic or oblique, perhaps with angles: oblique 0deg 10deg":
    "Наклон — normal, italic или oblique, можно с углами: oblique 0deg 10deg",
  "A width is a percentage from 50% to 200%, or two for a variable font, such as 75% or 75% 125%":
    "Ширина — от 50% до 200%, у вариативного шрифта два значения, например 75% или 75% 125%",
  "A unicode range is a list such as U+20-7E, U+A0-17F, of at most 300 parts":
    "Диапазон Юникода — список, например U+20-7E, U+A0-17F, не больше 300 частей",
};
