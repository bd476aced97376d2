import type { Catalogue } from "../../../../shared/sentences.ts";

/** What the check of a receiver finds: `server/receiver-check/`. */
export const check: Catalogue = {
  "The site is reached": "Сайт отвечает на соединение",
  "Its certificate is trusted": "Его сертификату можно доверять",
  "It takes an article with a picture": "Он принимает статью с изображением",
  "It takes the same callback once more": "Он принимает тот же обратный вызов ещё раз",
  "It refuses a forged signature": "Он отвергает поддельную подпись",
  "It takes an odd but legal file name": "Он принимает необычное, но допустимое имя файла",
  "It takes an archive of {n} MB": "Он принимает архив в {n} МБ",
  "It takes fonts": "Он принимает шрифты",

  "The site was not reached.": "Связаться с сайтом не удалось.",
  "{site} accepted the connection after {n} ms.": "Сервер {site} принял соединение через {n} мс.",
  "The certificate is trusted.": "Сертификату можно доверять.",
  "The certificate, signed by {issuer}, is trusted until {day}.":
    "Сертификату, который подписал {issuer}, можно доверять до {day}.",
  "The certificate, signed by {issuer}, is trusted until {day}: {said}.":
    "Сертификату, который подписал {issuer}, можно доверять до {day}: {said}.",
  "{n} more days": "осталось {n} {n:день,дня,дней}",
  "it ends at {time} UTC on that day": "в этот день он истекает в {time} UTC",
  "Renew it now, and let it be renewed by a program from now on: with it all callbacks end.":
    "Обновите его сейчас и поручите дальнейшие обновления программе: вместе с ним прекратятся все обратные вызовы.",
  "The callback goes over plain http, on this very machine.":
    "Обратный вызов идёт по обычному http, в пределах этой машины.",
  "The callback goes over plain http: whoever sits in between can read it and change the answer.":
    "Обратный вызов идёт по обычному http: любой на пути может прочитать его и изменить ответ.",
  "Use an https address as callback_url as soon as the site has a certificate.":
    "Как только у сайта будет сертификат, укажите в callback_url адрес https.",

  "The site answered rc 1.": "Сайт ответил rc 1.",
  "The site answered rc 1 to the second one as well.": "И на второй сайт ответил rc 1.",
  "The site answered rc 1 while it was still downloading the archive.":
    "Сайт ответил rc 1, ещё не скачав архив до конца.",
  "Answer when the article is stored: what fails afterwards is lost without a word.":
    "Отвечайте, когда статья сохранена: то, что не удастся после ответа, пропадёт незаметно.",
  "The vms_json that the site returned is not the one it got, apart from its clientUrls.":
    "Сайт вернул не тот vms_json, который получил, и дело не только в clientUrl.",
  "Keep every key of vms_json as it is, those you do not know included, in UTF-8: it is what the next opening is made from.":
    "Сохраняйте все ключи vms_json без изменений, и незнакомые тоже, в UTF-8: из них делается следующее открытие.",
  "The same callback made another copy of {names}, under another clientUrl.":
    "Тот же обратный вызов создал ещё одну копию {names}, с другим clientUrl.",
  "Recognise version_id, or store a file of the same name in the same place.":
    "Узнавайте version_id или сохраняйте файл с тем же именем на том же месте.",
  "The site answered rc 1, but data.vms_json.assets has no clientUrl for {names}.":
    "Сайт ответил rc 1, но в data.vms_json.assets нет clientUrl для {names}.",
  "Return the vms_json of the archive in data.vms_json, with the public URL in assets[<file_name>].clientUrl.":
    "Возвращайте vms_json из архива в data.vms_json, с публичным адресом в assets[<file_name>].clientUrl.",
  "an entry for {names}": "запись для {names}",
  "no entries at all": "ни одной записи",
  "entries for {names} only": "записи только для {names}",
  "rc 1": "rc 1",
  "The same callback comes twice when an answer was lost on its way: answer the second one as the first.":
    "Тот же обратный вызов приходит дважды, если ответ потерялся в пути: на второй отвечайте так же, как на первый.",
  "If the site does not know the material {id}: name an unpublished test article of its own here, or let the receiver do everything but publish for this id. If it speaks of the signature: compare the secret.":
    "Если сайт не знает материала {id}: укажите здесь неопубликованную пробную статью сайта, или пусть приёмник делает для этого номера всё, кроме публикации. Если речь о подписи: сравните секрет.",
  "The answer took {n} of the {n2} seconds that it may take.":
    "Ответ занял {n} {n:секунду,секунды,секунд} из {n2} возможных.",
  "Answer once the article is stored and do slow things afterwards, or allow more time in the project's settings.":
    "Отвечайте, как только статья сохранена, а всё долгое делайте потом; или дайте больше времени в настройках проекта.",

  "status 200 and the {n} bytes that were sent, as image/png":
    "код 200 и те же {n} {n:байт,байта,байт}, что были отправлены, как image/png",
  "The clientUrl of {name} leads to {host}, which is no public address and not on the project's list.":
    "clientUrl файла {name} ведёт на {host}: это не публичный адрес, и в списке проекта его нет.",
  "Return an address that readers reach, or add this host to the project's allowed hosts if the site is meant for your own network.":
    "Возвращайте адрес, доступный читателям, или внесите этот хост в разрешённые хосты проекта, если сайт предназначен для вашей сети.",
  "The clientUrl of {name} cannot be fetched. {said}": "По clientUrl файла {name} ничего не скачать. {said}",
  "Return an address under which anybody can fetch the file, as soon as you answer.":
    "Возвращайте адрес, по которому файл может скачать кто угодно, как только вы ответили.",
  "The clientUrl of {name} answers with status {n}.": "По clientUrl файла {name} приходит код {n}.",
  "Publish the file before you answer, and let it be fetched without a login, a cookie or a Referer.":
    "Публикуйте файл до ответа и отдавайте его без входа, cookie и Referer.",
  "The site changed {name}: {size} were sent, {size2} are public.":
    "Сайт изменил {name}: отправлено {size}, опубликовано {size2}.",
  "That is fine if it is meant (recompressing, stripping); the file that Galley takes back later is the changed one.":
    "Если так задумано (пережатие, очистка), всё в порядке; но обратно Galley получит изменённый файл.",
  "What lies at the clientUrl of {name} is not the file that was sent.":
    "По clientUrl файла {name} лежит не тот файл, что был отправлен.",
  "Store the bytes of vms_media as they are, in binary mode, and return the address of the file itself, not of a page that shows it.":
    "Сохраняйте файлы vms_media байт в байт, в двоичном режиме, и возвращайте адрес самого файла, а не страницы с ним.",
  "{name} is public, byte for byte.": "{name} опубликован байт в байт.",
  "{name} is public, but served as {said}.": "{name} опубликован, но отдаётся как {said}.",
  "no type at all": "файл без типа",
  "Serve pictures with their Content-Type (here image/png): browsers may refuse to show them otherwise.":
    "Отдавайте изображения с их Content-Type (здесь image/png): иначе браузер может их не показать.",

  "This project has published no fonts, so there are none that a site could take without harm.":
    "У этого проекта нет опубликованных шрифтов, отправить сайту без вреда нечего.",
  "The site took a callback whose signature is wrong. Whoever knows the address can overwrite its articles.":
    "Сайт принял обратный вызов с неверной подписью. Любой, кто знает адрес, может перезаписать его статьи.",
  "Before anything else, compute the HMAC-SHA256 over material_id:content_url of the body with the API secret and compare it with X-Service-Signature, in constant time; answer 403 without rc where they differ.":
    "Прежде всего вычислите секретом API HMAC-SHA256 строки material_id:content_url из тела и сравните с X-Service-Signature за постоянное время; если они различаются, отвечайте 403 без rc.",
  "status 403 without rc": "код 403 без rc",
  "The site refused the forged callback, but only after it had downloaded its archive.":
    "Сайт отверг поддельный обратный вызов, но сначала скачал его архив.",
  "Check the signature before anything else: the content_url of a forged callback may lead anywhere.":
    "Прежде всего проверяйте подпись: content_url поддельного вызова может вести куда угодно.",
  "Refuse a wrong signature at once, with status 403 and without rc.":
    "Отвергайте неверную подпись сразу, кодом 403 и без rc.",
  "The site answered a forged signature with status {n}.": "На поддельную подпись сайт ответил кодом {n}.",
  "Refuse it with status 403: what looks like a crash hides real ones.":
    "Отвечайте кодом 403: за ответами, похожими на сбой, не видно настоящих сбоев.",
  "The site answered a wrong signature with an rc, which says that it does not want the save: it is not sent again. A save that comes while the two secrets differ would be lost.":
    "На неверную подпись сайт ответил с rc, то есть отказался от сохранения: снова оно не отправляется. Пока секреты не совпадают, каждое сохранение пропадало бы.",
  "Answer a wrong signature with status 403 and without rc.": "На неверную подпись отвечайте кодом 403 и без rc.",
  "The site refused the forged signature, but it did not take the right one either.":
    "Сайт отверг поддельную подпись, но и верную не принял.",
  "Make the third step pass first, then check again.":
    "Сначала добейтесь, чтобы прошёл третий шаг, потом проверьте снова.",
  "The site refused it with status {n}.": "Сайт отверг её кодом {n}.",
  "No callback can be sent before the steps above pass.":
    "Пока шаги выше не пройдены, отправить обратный вызов нельзя.",
  "Step {n} has to pass first.": "Сначала должен пройти шаг {n}.",
  "The key of this project is disabled, so the site could download nothing. Enable it first.":
    "Ключ этого проекта выключен, сайт ничего не сможет скачать. Сначала включите его.",
  "A check of this project is under way already; wait for its end, or end it.":
    "Проверка этого проекта уже идёт; дождитесь её конца или прекратите её.",
  "The material {id} is an article here. Name one that has never been opened, so that the check overwrites nothing.":
    "Материал {id} здесь уже есть. Укажите тот, который ни разу не открывали, чтобы проверка ничего не перезаписала.",
};
