import type { Catalogue } from "../sentences.ts";

const SECRETS_DIFFER =
  "The secret in the site's configuration and the one of the project here differ, or the site computes the signature over other strings. Compare the two secrets; after a rotation put the new one into the site.";
const COMPARE_SECRETS_RU =
  "Секрет в настройках сайта и секрет проекта здесь не совпадают, или сайт вычисляет подпись по другим строкам. Сравните оба секрета; если секрет заменяли, внесите новый на сайт.";
const ASK_RIGHTLY =
  "Ask for content_url as it came, with api_key and material_id in the query and the signature over material_id:content_url in the header.";
const ASK_RIGHTLY_RU =
  "Запрашивайте content_url в том виде, в каком он пришёл: api_key и material_id в параметрах, подпись строки material_id:content_url в заголовке.";
const RETURN_URL_OF_ALL =
  "it may have left these files out, and its page may show gaps. Check that the site stores files of these types, and write the public URL into assets[…].clientUrl of every file in the archive.";
const RETURN_URL_OF_ALL_RU =
  "возможно, сайт их пропустил и на странице видны пустые места. Проверьте, что сайт сохраняет файлы таких типов, и верните публичный адрес каждого файла архива в assets[…].clientUrl.";

const MAKE_AVAILABLE =
  "so readers may not see it. Make the file available at its URL and open the article again, or insert the file again.";
const MAKE_AVAILABLE_RU =
  "и читатели могут их не увидеть. Сделайте файл доступным по его адресу и откройте статью заново или вставьте файл ещё раз.";

/** Why a site does not have a version: `server/deliveries/explain.ts` and `judge-downloads.ts`. */
export const deliveries: Catalogue = {
  "The site says: “{words}”": "Сайт сообщает: «{words}»",
  "The site says: “{words}”.": "Сайт сообщает: «{words}».",

  "The name {site} was not found, so the site was not reached.":
    "Имя {site} не найдено, поэтому связаться с сайтом не удалось.",
  "Check the callback address for typing errors, and the DNS of the machine that Galley runs on.":
    "Проверьте, нет ли опечатки в адресе обратного вызова и работает ли DNS на машине с Galley.",

  "The proxy {proxy} did not connect to {site} ({said}).": "Прокси {proxy} не соединился с хостом {site} ({said}).",
  "{site} refused the connection.": "Сервер {site} отказал в соединении.",
  "Let the proxy allow this host for the machine that Galley runs on, or name the host in NO_PROXY.":
    "Разрешите на прокси этот хост для машины с Galley или внесите хост в NO_PROXY.",
  "Start the site's web server, and check that the proxy runs and reaches it.":
    "Запустите веб-сервер сайта и проверьте, что прокси работает и видит его.",
  "Start the site's web server, and check the port and the firewall in between.":
    "Запустите веб-сервер сайта, проверьте порт и брандмауэр на пути к нему.",

  "The connection to {site} broke before its answer was complete.":
    "Соединение с сервером {site} оборвалось раньше, чем пришёл весь ответ.",
  "The site, or a proxy in front of it, may have crashed or given up while it worked: its log tells.":
    "Возможно, сайт или прокси перед ним упал либо прервал работу: подробности в его журнале.",

  "The certificate of {site} expired{about}.": "Срок сертификата {site} истёк{about}.",
  "The certificate of {site} expired on {day} UTC{about}.": "Срок сертификата {site} истёк {day} UTC{about}.",
  "Renew it on the site, and reload the web server so that it serves the new one.":
    "Обновите сертификат на сайте и перезагрузите веб-сервер, чтобы он предъявлял новый.",

  "The certificate of {site} stands for {names}, not for this host{about}.":
    "Сертификат {site} выдан для {names}, а не для этого хоста{about}.",
  "Get a certificate that names the host of the callback address, or use one of its names in callback_url.":
    "Получите сертификат с именем хоста из адреса обратного вызова или укажите в callback_url одно из имён сертификата.",
  "The certificate of {site} is signed by itself{about}, so nothing vouches for it.":
    "Сертификат {site} подписан сам собой{about}, так что его никто не подтверждает.",
  "If it is your own, add it as the project's CA certificate; else get one from a known authority.":
    "Если он ваш собственный, добавьте его в проект как сертификат центра (CA); если нет, получите сертификат известного центра.",
  "The certificate of {site} comes from an authority that is not known here{about}.":
    "Сертификат {site} выдан центром, который здесь неизвестен{about}.",
  "If the authority is your own, take its root certificate and add it as the project's CA certificate; else get a certificate from a known one.":
    "Если центр ваш собственный, добавьте его корневой сертификат в проект как сертификат центра (CA); если нет, получите сертификат известного центра.",
  "The certificate of {site} came without the certificates that lead to a known authority{about}.":
    "Сертификат {site} пришёл без цепочки сертификатов, ведущей к известному центру{about}.",
  "Let the site serve its whole chain (often a file named fullchain); if the authority is your own, take its root certificate and add it as the project's CA certificate.":
    "Пусть сайт предъявляет всю цепочку (часто это файл fullchain); если центр ваш собственный, добавьте его корневой сертификат в проект как сертификат центра (CA).",
  "The certificate of {site} is not valid before {day} UTC{about}.":
    "Сертификат {site} начнёт действовать только {day} UTC{about}.",
  "Check the clocks of both machines, or wait until then.": "Проверьте часы обеих машин или дождитесь этого времени.",
  "The certificate of {site} is not trusted{about}.": "Сертификату {site} нет доверия{about}.",
  "Install the whole certificate chain on the site, or one from a known authority.":
    "Установите на сайте всю цепочку сертификатов или сертификат известного центра.",

  "{site} did not accept the connection within {n} seconds.":
    "Сервер {site} не принял соединение за {n} {n:секунду,секунды,секунд}.",
  "The site is down, or a firewall swallows the packets: let the machine that Galley runs on through.":
    "Сайт не работает, или пакеты теряются в брандмауэре: пропустите машину с Galley.",
  "{site} took the callback but did not answer within {n} seconds.":
    "Сервер {site} принял обратный вызов, но не ответил за {n} {n:секунду,секунды,секунд}.",
  "Let the site answer as soon as the article is stored and do slow things afterwards, or allow it more time in the project's settings.":
    "Пусть сайт отвечает, как только статья сохранена, а всё долгое делает потом; или дайте ему больше времени в настройках проекта.",

  "{site} redirected the callback ({said}).": "Сервер {site} перенаправил обратный вызов ({said}).",
  "{site} redirected the callback to {location} ({said}).":
    "Сервер {site} перенаправил обратный вызов на {location} ({said}).",
  "Give the final address as callback_url; only 307 and 308 to an allowed host are followed.":
    "Укажите в callback_url конечный адрес: Galley следует только кодам 307 и 308 на разрешённый хост.",
  "not followed": "Galley за ним не следует",
  "not an http(s) address": "адрес не http(s)",
  "more than {n} redirects": "перенаправлений больше {n}",
  "host not allowed": "хост не разрешён",
  "status {n}": "код {n}",

  "{site} may not be called for this project.": "К хосту {site} этому проекту обращаться нельзя.",
  "Add the exact host to the project's allowed hosts if it is the site's own.":
    "Если это хост самого сайта, внесите его точное имя в разрешённые хосты проекта.",
  "The callback credentials in the session's metadata contain control characters and cannot be sent.":
    "В учётных данных для обратного вызова, переданных в metadata, есть управляющие символы: отправить их нельзя.",
  "Correct webhook_auth_user and webhook_auth_password and open the session again.":
    "Исправьте webhook_auth_user и webhook_auth_password и откройте материал снова.",

  "{site} does not speak TLS on this port.": "Сервер {site} на этом порту не использует TLS.",
  "{site} answered with something that is not HTTP.": "Ответ сервера {site} — не HTTP.",
  "{site} answered with something that is not HTTP ({detail}).": "Ответ сервера {site} — не HTTP ({detail}).",
  "{site} sent its answer with the Content-Encoding {coding}, which Galley cannot decode.":
    "Сервер {site} прислал ответ в кодировке {coding} (Content-Encoding), которую Galley не умеет распаковывать.",
  "{site} sent an answer that is not valid {coding}.": "Ответ сервера {site} не распаковывается как {coding}.",
  "Let the site, and any proxy in front of it, answer callbacks without Content-Encoding.":
    "Сайт и прокси перед ним должны отвечать на обратные вызовы без Content-Encoding.",
  "{site} answered with headers of more than {n} KB.": "Заголовки ответа сервера {site} больше {n} КБ.",
  "Let the site send fewer or shorter headers; cookies are the usual cause.":
    "Пусть сайт отправляет меньше заголовков или короче; обычно дело в cookie.",
  "Check the port and the scheme of the callback address: http or https?":
    "Проверьте порт и схему в адресе обратного вызова: http или https?",
  "an HTTP answer": "ответ HTTP",

  "{site} answered with status {n} and no rc.": "Сервер {site} ответил кодом {n}, без rc.",
  [SECRETS_DIFFER]: COMPARE_SECRETS_RU,
  "The receiver is protected: pass webhook_auth_user (and _password) in the session's metadata, or let the callback path through.":
    "Приёмник защищён: передавайте webhook_auth_user (и webhook_auth_password) в metadata или откройте путь обратного вызова.",
  "The callback address does not exist on the site: check its path.":
    "Такого адреса обратного вызова на сайте нет: проверьте путь.",
  "The callback address does not take POST: check its path and the routes of the site.":
    "Адрес обратного вызова не принимает POST: проверьте путь и маршруты сайта.",
  "The site's web server limits the size of requests: raise that limit.":
    "Веб-сервер сайта ограничивает размер запросов: увеличьте этот предел.",
  "The site asked for patience: let Galley's address past its rate limit.":
    "Сайт просит не спешить: снимите для адреса Galley ограничение частоты запросов.",
  "The site failed while it worked on it; its log tells why.":
    "На сайте при обработке произошла ошибка; причина в его журнале.",
  "A callback receiver answers with JSON that has an rc.":
    "Приёмник обратных вызовов отвечает JSON, в котором есть rc.",

  "{site} answered with something that is not a JSON object.": "Ответ сервера {site} — не объект JSON.",
  "The receiver must answer JSON and nothing else; a login page, an error page or a warning came instead.":
    "Приёмник должен отвечать только JSON; вместо этого пришла страница входа, страница ошибки или предупреждение.",
  "{site} answered with JSON that has no integer rc.": "В JSON, которым ответил сервер {site}, нет целого числа rc.",
  'Answer with "rc": 1 as a number, not as a string.': 'Отвечайте "rc": 1, числом, а не строкой.',

  "{site} sent an answer with {said}.": "В ответе сервера {site} {said}.",
  "more than {n} levels": "больше {n} {n:уровня,уровней,уровней} вложенности",
  "more than {n} values and keys": "больше {n} {n:значения и ключа,значений и ключей,значений и ключей}",
  "more than {n} different keys": "больше {n} {n:разного ключа,разных ключей,разных ключей}",
  "{site} sent more than {n} MB as its answer.": "Ответ сервера {site} больше {n} МБ.",
  "Return the vms_json only, never the contents of files.": "Возвращайте только vms_json, без содержимого файлов.",

  "Galley was stopped, or its computer slept, while it waited for the site's answer.":
    "Пока Galley ждал ответа сайта, его остановили или компьютер уснул.",
  "The callback is sent again; the site may see it twice.":
    "Обратный вызов отправляется снова; сайт может получить его дважды.",

  "The site rejected it: {words}": "Сайт отклонил: {words}",
  [`The site rejected it: {words} ${SECRETS_DIFFER} Then send it again from the console: an rc is final.`]: `Сайт отклонил: {words} ${COMPARE_SECRETS_RU} Затем отправьте снова из консоли: после ответа с rc повторов нет.`,
  "The site rejected it (rc {n}) without a reason.": "Сайт отклонил (rc {n}) и не назвал причины.",
  [`${SECRETS_DIFFER} Then send it again from the console: an rc is final.`]: `${COMPARE_SECRETS_RU} Затем отправьте снова из консоли: после ответа с rc повторов нет.`,

  "The site's answer has no public address for {names}. Nothing of it was kept.":
    "В ответе сайта нет публичного адреса для {names}. Из ответа ничего не сохранено.",
  "Write the public URL into assets[…].clientUrl of every asset that the answer returns.":
    "Указывайте публичный адрес в assets[…].clientUrl каждого файла, который возвращает ответ.",
  "a public URL for each of them": "публичный адрес для каждого из них",
  "The site's answer names {urls}, which is not on an allowed host. Nothing of it was kept.":
    "В ответе сайта указано {urls}, а это не разрешённый хост. Из ответа ничего не сохранено.",
  "Add the host of the site's files to the project's allowed hosts.":
    "Внесите хост с файлами сайта в разрешённые хосты проекта.",
  "It was cancelled in Galley's console before the site took it.":
    "Отменено в консоли Galley раньше, чем сайт успел принять.",
  "Send it again from there, or save the article once more.": "Отправьте снова оттуда или сохраните статью ещё раз.",

  "Expected {said}; received {said2}": "Ожидалось: {said}; получено: {said2}",
  "status {n} and nothing else": "код {n} и больше ничего",
  "status {n}: {text}": "код {n}: {text}",
  "status {n} ({type}): {text}": "код {n} ({type}): {text}",
  "status {n} and a web page, which the attempt shows.": "код {n} и веб-страница, она видна в попытке.",

  "The site took it but returned no addresses for its files; the next opening will not show the site's own.":
    "Сайт принял, но не вернул адресов файлов; при следующем открытии файлов с самого сайта не будет.",
  "It returned vms_json as a text; return it as a JSON object.": "Он вернул vms_json текстом; возвращайте объект JSON.",
  [`The site took it but returned no address for {names}: ${RETURN_URL_OF_ALL}`]: `Сайт принял, но не вернул адреса для {names}: ${RETURN_URL_OF_ALL_RU}`,
  [`The article shows {names}, which Galley does not have, ${MAKE_AVAILABLE}`]: `В статье есть {names}, но у Galley нет этих файлов, ${MAKE_AVAILABLE_RU}`,
  [`The article shows {names} and {n} more, which Galley does not have, ${MAKE_AVAILABLE}`]: `В статье есть {names} и ещё {n} {n:файл,файла,файлов}, но у Galley их нет, ${MAKE_AVAILABLE_RU}`,
  [`The site took it but returned no address for {names} and {n} more: ${RETURN_URL_OF_ALL}`]: `Сайт принял, но не вернул адреса для {names} и ещё {n} {n:файла,файлов,файлов}: ${RETURN_URL_OF_ALL_RU}`,
  "The clientUrl of {names} is longer than {n} characters and was not kept.":
    "Слишком длинный clientUrl (больше {n} {n:символа,символов,символов}) не сохранён: {names}.",
  "Return a shorter URL.": "Возвращайте URL короче.",
  "The clientUrl of {names} is not an http or https URL and was not kept.":
    "Этот clientUrl не сохранён, так как это не URL со схемой http или https: {names}.",
  "Return the public URL of the file, with scheme and host.": "Возвращайте публичный URL файла, со схемой и хостом.",
  "The clientUrl of {names} is relative and was resolved against callback_url.":
    "Относительный clientUrl дополнен по callback_url: {names}.",
  "Return the whole public URL, with scheme and host.": "Возвращайте полный публичный URL, со схемой и хостом.",
  "The site took the fonts, but all addresses in the tree that it returned are still the temporary ones. Write the public URLs into css.clientUrl and the clientUrl of each file, or return no tree.":
    "Сайт принял шрифты, но все адреса в возвращённом дереве всё ещё временные. Указывайте публичные адреса в css.clientUrl и в clientUrl каждого файла или не возвращайте дерево.",

  "The site answered rc 1 but never downloaded the archive, so it cannot have stored this version.":
    "Сайт ответил rc 1, но не скачивал архив, а значит, не мог сохранить эту версию.",
  "Download content_url, with api_key, material_id and the signature, before you answer (steps 2 and 3 of a receiver).":
    "Прежде чем отвечать, скачайте content_url с api_key, material_id и подписью (шаги 2 и 3 приёмника).",
  "The site's download of the archive was refused with {n}: {said}": "Скачать архив сайту не дали, код {n}: {said}",
  [`The site's download of the archive was refused with {n}: {said} ${ASK_RIGHTLY}`]: `Скачать архив сайту не дали, код {n}: {said} ${ASK_RIGHTLY_RU}`,
  "The site answered rc 1, but the site's download of the archive was refused with {n}: {said}":
    "Сайт ответил rc 1, но скачать архив ему не дали, код {n}: {said}",
  [`The site answered rc 1, but the site's download of the archive was refused with {n}: {said} ${ASK_RIGHTLY}`]: `Сайт ответил rc 1, но скачать архив ему не дали, код {n}: {said} ${ASK_RIGHTLY_RU}`,
  [ASK_RIGHTLY]: ASK_RIGHTLY_RU,
  // A refusal in the middle of a sentence gets its full stop.
  "Unknown API key.": "Ключ API неизвестен.",
  "address, api_key and material_id do not belong together, or the version is gone.":
    "адрес, api_key и material_id не относятся друг к другу, или такой версии больше нет.",
  "Galley could not read the archive; its log says why.": "Galley не смог прочитать архив; причина в его журнале.",
  "The site downloaded {size} of the archive and broke off.": "Сайт скачал {size} архива и прервал загрузку.",
  "The site downloaded {size} of {size2} of the archive and broke off.":
    "Сайт скачал {size} архива из {size2} и прервал загрузку.",
  "The site answered rc 1, but the site downloaded {size} of the archive and broke off.":
    "Сайт ответил rc 1, но скачал только {size} архива и прервал загрузку.",
  "The site answered rc 1, but the site downloaded {size} of {size2} of the archive and broke off.":
    "Сайт ответил rc 1, но скачал только {size} архива из {size2} и прервал загрузку.",
  "Raise the site's limits on the size and the time of a download, and read the answer to its end.":
    "Увеличьте на сайте пределы размера и времени загрузки и читайте ответ до конца.",
};
