import type { Catalogue } from "../sentences.ts";

/** What a wrong signature looks like: `server/projects/signature-diagnosis.ts`. */
export const signatures: Catalogue = {
  "Wrong signature.": "Подпись неверна.",
  "The header is empty.": "Заголовок пуст.",
  "The header holds the API secret itself instead of a signature made with it. Make a new secret: this one has crossed the network.":
    "В заголовке сам секрет API, а не подпись. Создайте новый секрет: этот уже прошёл по сети.",
  "The header holds the API key instead of a signature.": "В заголовке ключ API, а не подпись.",
  "The signature is right but for what stands around it.": "Сама подпись верна, лишнее — то, что вокруг неё.",
  "It has the form of a signature, so secret or text are others than all that were tried here.":
    "По виду это подпись; значит, секрет или текст не те, что здесь испробованы.",
  "It has the length of {name}; HMAC-SHA256 in lower-case hex has 64 characters.":
    "Длина как у {name}; HMAC-SHA256 строчными шестнадцатеричными цифрами — это 64 знака.",
  "It has {n} characters; HMAC-SHA256 in lower-case hex has 64.":
    "В ней {n} {n:знак,знака,знаков}; HMAC-SHA256 строчными шестнадцатеричными цифрами — это 64.",
  "It looks as if {said}.": "Похоже, что {said}.",
  "{said}, and {said2}": "{said}, и {said2}",
  "it is an {name} instead of HMAC-SHA256": "это {name}, а не HMAC-SHA256",
  "it was made with the secret of another project, “{name}”": "она сделана секретом другого проекта, «{name}»",
  "it is a plain hash without any key instead of an HMAC": "это простой хеш без ключа, а не HMAC",
  "it is a hash over secret and text instead of an HMAC": "это хеш секрета вместе с текстом, а не HMAC",
  "it was made with {said}": "она сделана так: {said}",
  "the API key in the place of the secret": "ключом API вместо секрета",
  "the former secret, which is not accepted any more": "прежним секретом, который больше не принимается",
  "the secret and a line break at its end": "секретом с переводом строки на конце",
  "the secret and a space before it": "секретом с пробелом перед ним",
  "the secret and a space behind it": "секретом с пробелом после него",
  "the secret in quotation marks": "секретом в кавычках",
  "an empty secret: is it set where the program runs?": "пустым секретом: задан ли он там, где работает программа?",
  "it covers {said}": "подписано вот что: {said}",
  "the callback_url instead of the content_url": "callback_url вместо content_url",
  "the {url} without its trailing slash": "{url} без косой черты на конце",
  "the {url} with a trailing slash": "{url} с косой чертой на конце",
  "the {url} with the query behind it": "{url} вместе с параметрами",
  "the URL with another scheme": "адрес с другой схемой",
  "the path of the URL only": "только путь адреса",
  "the URL without its scheme": "адрес без схемы",
  "the {url} after it was URL-encoded": "{url} после URL-кодирования",
  "the {url} after it was decoded": "{url} после раскодирования",
  "a {url} that a library rewrote": "{url}, переписанный библиотекой",
  "the two parts in the wrong order": "обе части в обратном порядке",
  "the two parts without the colon between them": "обе части без двоеточия между ними",
  "the {url} alone": "один {url}",
  "a line break at its end": "текст с переводом строки на конце",
  "“{text}” stands before it": "перед ней стоит «{text}»",
  "the header was sent twice": "заголовок отправлен дважды",
  "spaces or quotation marks stand around it": "вокруг неё пробелы или кавычки",
  "it is written in upper-case hex instead of lower-case":
    "она записана прописными шестнадцатеричными цифрами вместо строчных",
  "it is written in base64 instead of hex": "она записана в base64, а не шестнадцатеричными цифрами",
  "its hex was encoded once more, as base64": "её шестнадцатеричная запись ещё раз закодирована в base64",
};
