import type { Catalogue } from "../../../../shared/sentences.ts";

/** Logins, network, notifications, support: `server/api/console/`, `server/admin/network/`, `server/admin/notifications/`, `server/outbound/`. */
export const settings: Catalogue = {
  "This is not the console token. It stands in the file console-token of the data folder.":
    "Это не токен консоли. Он записан в файле console-token в папке данных.",
  "This is not the password of the console.": "Это не пароль консоли.",
  "The console has no password. Log in with the console token or a one-time link; a password is set in the settings.":
    "У консоли нет пароля. Войдите с токеном консоли или по одноразовой ссылке; пароль задаётся в настройках.",
  "This link was used already or has expired.": "Эта ссылка уже использована, или её срок истёк.",
  "Log in with the link printed at start, or with the console token.":
    "Войдите по ссылке, показанной при запуске, или с токеном консоли.",
  "Either a token or a password lets in": "Для входа нужен или токен, или пароль",
  "A password has at least {n} characters": "Пароль — не меньше {n} {n:знака,знаков,знаков}",
  "A password has at most {n} characters": "Пароль — не больше {n} {n:знака,знаков,знаков}",
  "A name of the console is a host, perhaps with :port, such as galley.example.org or 10.0.0.7:8443":
    "Имя консоли — хост, можно с портом, например galley.example.org или 10.0.0.7:8443",
  "At most {n} names": "Не больше {n} {n:имени,имён,имён}",

  "config.json of the data folder cannot be written ({code}). Give it to the user that runs Galley.":
    "config.json в папке данных записать нельзя ({code}). Отдайте его пользователю, под которым работает Galley.",
  "The disk of the data folder is full, so config.json was not changed.":
    "Диск папки данных заполнен, config.json не изменён.",
  "Port {port} is that of another part of Galley ({name}). Each needs one of its own.":
    "Порт {port} уже занят другой частью Galley ({name}). Каждой нужен свой.",
  "Port {port} on {host} is in use by {said}. Choose another.": "Порт {port} на {host} занят: {said}. Выберите другой.",
  "another program": "другая программа",
  "a program of the user {user}": "программа пользователя {user}",
  "{name} (process {pid})": "{name} (процесс {pid})",
  "a program (process {pid})": "программа (процесс {pid})",
  "Port {port} on {host} is in use by {said}.": "Порт {port} на {host} занят: {said}.",
  "Start with another one: {flag}.": "Запустите с другим: {flag}.",
  'Start with another one: {flag}, or set "{field}" in {file}.':
    "Запустите с другим: {flag}, или задайте «{field}» в {file}.",
  "Port {port} is free: start with {flag}.": "Порт {port} свободен: запустите с {flag}.",
  'Port {port} is free: start with {flag}, or set "{field}" in {file}.':
    "Порт {port} свободен: запустите с {flag} или задайте «{field}» в {file}.",
  "This user may not listen on {address}. Choose a port above 1023 with {flag}.":
    "Этому пользователю {address} недоступен. Выберите порт больше 1023: {flag}.",
  "The user that runs Galley may not listen on port {port}. Choose one above 1023.":
    "Пользователю, под которым работает Galley, порт {port} недоступен. Выберите порт больше 1023.",
  "{host} is not an address of this machine. Give one that is, or 127.0.0.1.":
    "{host} — не адрес этой машины. Укажите её адрес или 127.0.0.1.",
  "A port is a number from 0 to 65535": "Порт — число от 0 до 65535",
  "This Galley does not restart by itself. End it and start it again.":
    "Этот Galley сам не перезапускается. Остановите его и запустите снова.",

  "This machine finds no address for {host}. Check the name, and its entry in the DNS.":
    "Эта машина не находит адреса для {host}. Проверьте имя и его запись в DNS.",
  "The name {host} could not be looked up just now; no name server answered.":
    "Узнать адрес {host} сейчас не удалось: ни один сервер имён не ответил.",
  "Nothing listens at {host}. Start the proxy there, or check the port.":
    "По адресу {host} никто не отвечает. Запустите там прокси или проверьте порт.",
  "{host} hung up without an answer. Check that http and https are not mixed up.":
    "Сервер {host} прервал соединение без ответа. Проверьте, не перепутаны ли http и https.",
  "{host} does not speak TLS. Check that http and https are not mixed up.":
    "Сервер {host} не использует TLS. Проверьте, не перепутаны ли http и https.",
  "{host} does not answer. A firewall may stand in between.": "{host} не отвечает. Возможно, на пути брандмауэр.",
  "There is no way from this machine to {host}.": "С этой машины до {host} нет пути.",
  "The certificate of {host} has expired.": "Срок сертификата {host} истёк.",
  "The certificate of {host} is not made out to {name}.": "Сертификат {host} выдан не для {name}.",
  "{address} is no address.": "{address} — не адрес.",
  "{host} leads on to {said}. Give that address as the public one.":
    "{host} перенаправляет на {said}. Укажите этот адрес как публичный.",
  "another address": "другой адрес",
  "The proxy at {host} answers {n}: it does not reach Galley. Check where it passes requests on to.":
    "Прокси на {host} отвечает {n}: до Galley он не добирается. Проверьте, куда он передаёт запросы.",
  "Something else than Galley answers at {host} (status {n}). Check the address, and what the proxy passes on.":
    "По адресу {host} отвечает не Galley (код {n}). Проверьте адрес и то, что передаёт прокси.",
  "No authority that this machine knows has signed the certificate of {host}. Sites and browsers may refuse it, too.":
    "Сертификат {host} не подписан ни одним центром, который знает эта машина. Сайты и браузеры тоже могут его отвергнуть.",
  "{host} gave no answer that can be read ({detail}).": "Ответ {host} не читается ({detail}).",

  "Enter the password again: the stored one is not sent to another server, for another user, or with less protection.":
    "Введите пароль ещё раз: сохранённый не отправляется другому серверу, для другого пользователя или с меньшей защитой.",
  "Give the address that messages are sent to.": "Укажите адрес, на который отправлять сообщения.",
  "Save how messages are sent first.": "Сначала сохраните, как отправлять сообщения.",
  "It is not set up.": "Это ещё не настроено.",
  "{where} took the mail: {words}.": "Сервер {where} принял письмо: {words}.",
  "It refused {list}.": "Он отказал для {list}.",
  "{where} may not be called: its address is not one of a mail server.":
    "К серверу {where} обращаться нельзя: такого адреса у почтового сервера быть не может.",
  "{where} does not offer STARTTLS, and nothing is sent without: {words}.":
    "Сервер {where} не предлагает STARTTLS, а без него ничего не отправляется: {words}.",
  "{where} refused the login: {words}.": "Сервер {where} отказал во входе: {words}.",
  "{where} refused sender or recipient: {words}.": "Сервер {where} отказал отправителю или получателю: {words}.",
  "{where} refused the mail: {words}.": "Сервер {where} отказался от письма: {words}.",
  "{where} could not be logged into: {words}.": "Войти на сервер {where} не удалось: {words}.",
  "The name in {where} was not found.": "Имя в {where} не найдено.",
  "{where} did not answer in time: {words}.": "Сервер {where} не ответил вовремя: {words}.",
  "The certificate of {where} is not trusted: {words}.": "Сертификату {where} нет доверия: {words}.",
  "{where} does not speak TLS from the first byte; choose STARTTLS or another port.":
    "Сервер {where} не использует TLS с первого байта; выберите STARTTLS или другой порт.",
  "{where} could not be used: {words}.": "Воспользоваться сервером {where} не удалось: {words}.",
  "{host} answered with status {n}: {words}.": "Сервер {host} ответил кодом {n}: {words}.",
  "Deliveries given up": "Доставки прекращены",
  "Deliveries given up: {host}": "Доставки прекращены: {host}",
  "Deliveries given up at {n} sites": "Доставки прекращены на {n} {n:сайте,сайтах,сайтах}",
  "A site does not take its articles": "Сайт не принимает статьи",
  "A site does not take its articles: {host}": "Сайт не принимает статьи: {host}",
  "{n} sites do not take their articles": "{n} {n:сайт не принимает,сайта не принимают,сайтов не принимают} статьи",
  "A site takes its articles again": "Сайт снова принимает статьи",
  "A site takes its articles again: {host}": "Сайт снова принимает статьи: {host}",
  "{n} sites take their articles again":
    "{n} {n:сайт снова принимает,сайта снова принимают,сайтов снова принимают} статьи",
  "The disk is nearly full": "Диск почти заполнен",
  "A backup failed": "Резервная копия не удалась",
  "This is a test": "Это проба",
  "This is not a mail address such as ida@example.org": "Это не адрес почты; нужен, например, ida@example.org",
  "A mail server is a name or an address, such as mail.example.org":
    "Почтовый сервер — имя или адрес, например mail.example.org",
  "At least one address": "Нужен хотя бы один адрес",
  "At most {n} addresses": "Не больше {n} {n:адреса,адресов,адресов}",
  "This is not an http(s) address without name and password, such as https://example.org/hook":
    "Нужен адрес http(s) без имени и пароля, например https://example.org/hook",
  "A secret has at least {n} characters": "Секрет — не меньше {n} {n:знака,знаков,знаков}",
  "This is not one or more certificates in PEM form (-----BEGIN CERTIFICATE----- …)":
    "Это не сертификаты в виде PEM (-----BEGIN CERTIFICATE----- …)",
  "A support bundle is being made already; wait until it is there.":
    "Пакет для поддержки уже собирается; дождитесь его.",
};
