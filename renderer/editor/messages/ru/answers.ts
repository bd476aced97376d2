import type { Catalogue } from "../../../shared/sentences.ts";

/** Why the appliance said no to a save, a draft, a comment, a paste: `server/api/editor/`, `server/articles/versions/`, `server/articles/comments/`. */
export const answers: Catalogue = {
  "This login has ended or is not for this article. Open the article again from your site.":
    "Срок входа истёк, или он не для этой статьи. Откройте статью снова с вашего сайта.",
  "The key of this site was disabled. Ask the admin of Galley.":
    "Ключ этого сайта выключен. Обратитесь к администратору Galley.",
  "What was copied is too old by now. Copy it again and paste it then.":
    "Скопированное уже устарело. Скопируйте снова и вставьте.",
  "What was copied belongs to another site: its files stay there.":
    "Скопированное принадлежит другому сайту: его файлы остаются там.",
  "Version {version} was never meant for the site: there is nothing to send.":
    "Версия {version} сайту не предназначалась: отправлять нечего.",
  "The site has sent no text that differs from the versions kept here.":
    "Сайт не присылал текста, который отличался бы от хранящихся здесь версий.",
  "This file is damaged on this machine. Insert it again, or restore it from a backup.":
    "Этот файл в Galley повреждён. Вставьте его заново или восстановите из резервной копии.",
  "This file is not in this article, or its bytes are missing on this machine.":
    "Такого файла в этой статье нет, или на этой машине нет его содержимого.",
  "This cannot be shown. {said}.": "Показать это нельзя. {said}.",
  "Version {version} was saved in the meantime; this text was made from {said}.":
    "Тем временем сохранена версия {version}; этот текст сделан из {said}.",
  "before the first version": "состояния до первой версии",
  "version {version}": "версии {version}",
  "There is no version yet, so base_version must be null": "Версий ещё нет, поэтому base_version должна быть null",
  "Version 0 was written with another editor. It is kept as it came and cannot be brought back here; start from its HTML instead.":
    "Версия 0 написана в другом редакторе. Она хранится такой, какой пришла, и вернуть её здесь нельзя; начните с её HTML.",

  "The draft is larger than the limit of {n} bytes.": "Черновик больше предела: {n} {n:байт,байта,байт}.",
  "Nothing that was not saved has reached Galley from this tab yet.":
    "Несохранённого текста из этой вкладки у Galley ещё нет.",
  "These words were let go to make room for newer ones of this article. The computer that they were typed on may still have them.":
    "Этот текст удалён, чтобы освободить место для более нового текста этой статьи. Возможно, он ещё есть на компьютере, где его написали.",
  "This article is open in {n} tabs already; close some of them, then open it again.":
    "Эта статья уже открыта в {n} {n:вкладке,вкладках,вкладках}; закройте лишние и откройте её снова.",
  "The article refers to {file}, which was not uploaded to this session":
    "В статье есть файл {file}, который в неё не загружали",
  "The free HTML of the article has more than {n} thousand {said}. Take some of it out.":
    "В свободном HTML статьи больше {n} {n:тысячи,тысяч,тысяч} {said}. Уберите часть.",
  characters: "знаков",
  tags: "тегов",
  attributes: "атрибутов",
  "A block of free HTML is nested more than {n} levels deep. Make it simpler.":
    "В блоке свободного HTML больше {n} {n:уровня,уровней,уровней} вложенности. Упростите его.",

  "Input should be a document of this editor: {said}": "Это не документ этого редактора: {said}",
  "The editor state is not a JSON object.": "Состояние редактора — не объект JSON.",
  'The editor state was not made by this editor: its format is not "galley/1".':
    "Состояние сделано другим редактором: его format не «galley/1».",
  "The editor state is nested more than {n} levels deep.":
    "В состоянии редактора больше {n} {n:уровня,уровней,уровней} вложенности.",
  "The assets of the editor state are not a map of file names to entries.":
    "assets в состоянии редактора — не объект с именами файлов.",
  'The document does not begin with a node of type "doc".': "Документ начинается не с узла «doc».",
  "The document does not follow the article schema: {detail}.": "Документ не соответствует схеме статьи: {detail}.",
  "The document has more than {n} nodes.": "В документе больше {n} {n:узла,узлов,узлов}.",
  "The document is nested more than {n} levels deep.": "В документе больше {n} {n:уровня,уровней,уровней} вложенности.",
  "The marks of a node are not an array.": "marks узла — не массив.",
  "The content of a node is not an array.": "content узла — не массив.",
  "A {said} of the document is not a JSON object.": "В документе есть {said}: это не объект JSON.",
  "The document has a {said} of a type that this editor does not know: {type}.":
    "В документе есть {said} неизвестного этому редактору типа: {type}.",
  "A {said} of type {type} has a key that this editor does not know: {key}.":
    "{said}, тип {type}: неизвестный этому редактору ключ {key}.",
  "The attributes of a {said} of type {type} are not a JSON object.": "{said}, тип {type}: attrs — не объект JSON.",
  "A {said} of type {type} has an attribute that this editor does not know: {name}.":
    "{said}, тип {type}: неизвестный этому редактору атрибут {name}.",
  "The attribute {name} of a {said} of type {type} {said2}.": "{said}, тип {type}, атрибут {name}: {said2}.",
  node: "узел",
  mark: "пометка",
  "must be a string": "нужен текст",
  "must be true or false": "нужно true или false",
  "must be at most {n} characters": "не длиннее {n} {n:знака,знаков,знаков}",
  "must be an integer from {from} to {to}": "нужно целое число от {from} до {to}",
  "must be one of {list}": "можно только: {list}",
  "must be a ratio such as 16:9 or a height such as 400px":
    "нужны пропорции, например 16:9, или высота, например 400px",
  "must be a language tag such as en or pt-BR": "нужен код языка, например ru или pt-BR",
  "must be null or a list of widths in pixels": "нужен null или список значений ширины в пикселях",
  "must be null or a file, a turn and a part of it in pixels":
    "нужен null или файл, поворот и часть изображения в пикселях",
  "must be null or a JSON object": "нужен null или объект JSON",
  "must be at most {n} levels deep": "не больше {n} {n:уровня,уровней,уровней} вложенности",
  "must be at most {n} characters of JSON": "не длиннее {n} {n:знака,знаков,знаков} JSON",

  "This comment is not there any more: somebody has deleted it.": "Этого комментария больше нет: его удалили.",
  "These comments are not there any more: somebody has deleted them.": "Этих комментариев больше нет: их удалили.",
  "This comment is {author}’s: only its author changes or deletes it. You can answer it or resolve it.":
    "Автор этого комментария — {author}: изменить или удалить его может только автор. Вы можете ответить на него или отметить его решённым.",
  "This id stands for another comment: nothing was stored. Send it under a new one.":
    "Этот номер принадлежит другому комментарию: ничего не сохранено. Отправьте под новым.",
  "This article has {n} comments, and takes no more. Delete some that are done with.":
    "В этой статье уже {n} {n:комментарий,комментария,комментариев}, больше нельзя. Удалите те, что больше не нужны.",
  "The comments of this article have grown too long together. Delete some that are done with.":
    "Комментарии этой статьи вместе стали слишком длинными. Удалите те, что больше не нужны.",
  "This comment has {n} answers, and takes no more. Resolve it and begin another.":
    "У этого комментария уже {n} {n:ответ,ответа,ответов}, больше нельзя. Отметьте его решённым и начните новый.",
  "An answer is not resolved by itself: resolve the comment that it answers.":
    "Ответ нельзя отметить решённым отдельно: отметьте комментарий, на который он отвечает.",
  "Others have answered this comment: deleting it would take their words too. Resolve it instead.":
    "На этот комментарий уже ответили: вместе с ним пропали бы чужие слова. Отметьте его решённым.",
};
