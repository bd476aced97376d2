import type { Catalogue } from "../sentences.ts";

/** What any request may be answered: `server/http/`, `server/api/integration/`, the shape of a request. */
export const answers: Catalogue = {
  "The disk of this service is full: nothing was stored. Free some space, then send it again.":
    "Диск Galley заполнен: ничего не сохранено. Освободите место и отправьте снова.",
  "The disk of the appliance is full; free some space and upload the file again.":
    "Диск Galley заполнен; освободите место и загрузите файл снова.",
  "Only {n} MB are free on the disk of this service; saves need more.":
    "На диске Galley свободно только {n} МБ; для сохранения нужно больше.",
  "The data folder of this service is gone, or its database is: saves are not kept. Stop Galley, put the folder back, then start it.":
    "Папки данных Galley или базы данных в ней нет: сохранения не записываются. Остановите Galley, верните папку на место и запустите его снова.",
  "The database of this service is damaged. Its log says how to restore it.":
    "База данных Galley повреждена. Как её восстановить, сказано в журнале.",
  "The database of this service is being checked, because Galley did not end in order. Wait some minutes.":
    "Galley завершился аварийно, поэтому база данных проверяется. Подождите несколько минут.",
  "The database of this service is damaged: nothing was stored. The log of the service says how to restore it.":
    "База данных Galley повреждена: ничего не сохранено. Как её восстановить, сказано в журнале Galley.",
  "The service is busy or closing: nothing was stored. Send it again in a moment.":
    "Galley занят или завершает работу: ничего не сохранено. Отправьте снова через минуту.",
  "Galley is closing. Nothing was changed; send this again once it is back.":
    "Galley завершает работу. Ничего не изменено; отправьте снова, когда он вернётся.",
  "The article or project that this belongs to was deleted meanwhile: nothing was stored.":
    "Материал или проект, к которому это относится, тем временем удалён: ничего не сохранено.",
  "The service failed to do this; its log says why. It is safe to try again.":
    "Выполнить это Galley не удалось; причина в его журнале. Попробовать снова можно без опасений.",
  "Nothing is at this address.": "По этому адресу ничего нет.",
  "The requested range lies outside the file.": "Запрошенная часть лежит за пределами файла.",
  "The request cannot be read: check its address and headers.": "Запрос не читается: проверьте его адрес и заголовки.",
  "{method} is not allowed here; allowed: {methods}.": "{method} здесь нельзя; можно: {methods}.",
  "The body of the request came too slowly. Nothing was stored; send it again.":
    "Данные пришли слишком медленно. Ничего не сохранено; отправьте снова.",
  "The service is receiving more than it has room for. Nothing was stored; send this again in a few seconds.":
    "Galley сейчас принимает больше, чем помещается. Ничего не сохранено; отправьте снова через несколько секунд.",
  "The request did not arrive in time.": "Запрос не пришёл вовремя.",
  "The headers of the request are larger than the limit of {n} bytes.":
    "Заголовки запроса больше предела: {n} {n:байт,байта,байт}.",
  "The body is larger than the limit of {n} bytes.": "Данные больше предела: {n} {n:байт,байта,байт}.",
  "Send the body without Content-Encoding: compressed bodies are not read.":
    "Отправляйте данные без Content-Encoding: сжатые не читаются.",
  "Too many wrong {said} came from this address; wait {n} seconds.":
    "С этого адреса пришло слишком много неверных {said}; подождите {n} {n:секунду,секунды,секунд}.",
  passwords: "паролей",
  tokens: "токенов",
  signatures: "подписей",
  "signatures or tokens": "подписей или токенов",
  "Requests from {origin} are not accepted here.": "Запросы с {origin} здесь не принимаются.",
  "Requests from other sites are not accepted here.": "Запросы с других сайтов здесь не принимаются.",
  "There is no session {id}.": "Материала {id} нет.",
  "There is no version {name}.": "Версии {name} нет.",
  "There is no version {name} of this article.": "Версии {name} у этой статьи нет.",
  "There is no delivery {id}.": "Доставки {id} нет.",
  "Deliveries are on hold. Release them under Settings → Deliveries, then resend.":
    "Доставки приостановлены. Возобновите их в «Настройки → Отправка» и отправьте ещё раз.",
  "Deliveries are on hold. Ask an admin of Galley to release them, then resend.":
    "Доставки приостановлены. Попросите администратора Galley возобновить их и отправьте ещё раз.",
  "This callback is under way already; wait for its outcome.": "Этот обратный вызов уже в пути; дождитесь итога.",
  "This article has a newer version. Resend that one.": "У этой статьи есть более новая версия. Отправьте ещё раз её.",
  "Newer fonts were published for this site. Resend those.":
    "Для этого сайта опубликованы более новые шрифты. Отправьте ещё раз их.",
  "The archive of this version has no such file.": "В архиве этой версии такого файла нет.",
  "The bytes of this file are missing on this machine.": "Содержимого этого файла на этой машине нет.",
  "The file {name} is {said} on the appliance's disk; restore it from a backup or upload it again.":
    "Файл {name} на диске Galley {said}; восстановите его из резервной копии или загрузите снова.",
  missing: "отсутствует",
  damaged: "повреждён",
  "Version {version} was written with another editor: Galley cannot compare it.":
    "Версия {version} написана в другом редакторе: сравнить её Galley не может.",
  "Version 0 was written with another editor: Galley has no archive of it.":
    "Версия 0 написана в другом редакторе: архива у Galley нет.",
  "These are versions of two articles; only versions of one can be compared.":
    "Это версии двух разных статей; сравнивать можно только версии одной.",

  "Comparing these versions takes too long. Look at the preview of each instead.":
    "Сравнение этих версий занимает слишком много времени. Посмотрите каждую в просмотре.",

  "Unknown API key": "Ключ API неизвестен",
  "Invalid signature": "Подпись неверна",
  "Host {host} is not allowed for this API key": "Хост {host} этому ключу API не разрешён",
  "The callback_url is not an http or https URL.": "callback_url — не адрес http или https.",
  "The callback_url carries a user name or a password. Their place is metadata.webhook_auth_user and metadata.webhook_auth_password.":
    "В callback_url есть имя пользователя или пароль. Их место — metadata.webhook_auth_user и metadata.webhook_auth_password.",
  "The callback_url is the address of an archive of this service. Give the address of the site's own receiver.":
    "callback_url — адрес архива самого Galley. Укажите адрес приёмника сайта.",
  "Archive not found: this address, api_key and material_id do not belong together, or the version is no longer kept (versions before the current one are removed two weeks or later after the last access).":
    "Архив не найден: адрес, api_key и material_id не относятся друг к другу, или эта версия больше не хранится (версии старше текущей удаляются не раньше чем через две недели после последнего обращения).",
  "Archive not found: this address, api_key and material_id do not belong together, or the font snapshot is no longer kept.":
    "Архив не найден: адрес, api_key и material_id не относятся друг к другу, или этот снимок шрифтов больше не хранится.",

  "Field required": "Обязательное поле",
  "Input should be a valid string": "Здесь нужен текст",
  "Input should be a valid dictionary": "Здесь нужен объект",
  "Input should be a valid dictionary or object to extract fields from": "Здесь нужен объект",
  "Input should be a valid list": "Здесь нужен список",
  "Input should be a valid boolean": "Здесь нужно true или false",
  "Input should be a valid number": "Здесь нужно число",
  "Extra inputs are not permitted": "Такого поля здесь нет",
  "Input should be a valid integer": "Здесь нужно целое число",
  "Input should be a version number": "Здесь нужен номер версии",
  "Input should be a valid UUID, expected five groups of 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them":
    "Здесь нужен UUID: пять групп по 8, 4, 4, 4 и 12 шестнадцатеричных цифр через дефис",
  "Input should be greater than or equal to {n}": "Не меньше {n}",
  "Input should be less than or equal to {n}": "Не больше {n}",
  "String should have at least {n} character": "Не короче {n} {n:знака,знаков,знаков}",
  "String should have at least {n} characters": "Не короче {n} {n:знака,знаков,знаков}",
  "String should have at most {n} characters": "Не длиннее {n} {n:знака,знаков,знаков}",
  "String should be {n} to {n2} characters of A-Z a-z 0-9 _ -": "Здесь нужно от {n} до {n2} знаков: A-Z a-z 0-9 _ -",
  "String should be an http or https address": "Здесь нужен адрес http или https",
  "Input should be an http or https address, such as {example}": "Здесь нужен адрес http или https, например {example}",
  "Input should carry no user name or password; their place is metadata.webhook_auth_user":
    "В адресе не должно быть имени пользователя и пароля; их место — metadata.webhook_auth_user",
  "The body is not valid UTF-8": "Данные — не UTF-8",
  "JSON decode error": "Это не JSON",
};
