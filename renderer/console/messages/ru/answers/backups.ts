import type { Catalogue } from "../../../../shared/sentences.ts";

/** Why a backup was not made, or is not restored: `server/backup/`, `server/api/console/*backup-routes.ts`. */
export const backups: Catalogue = {
  "{file} is damaged, so Galley cannot see how far a restore has come. Copy the data folder, then restore the backup again into an empty folder: galley restore, in a clone npm run restore.":
    "Файл {file} повреждён, и Galley не видит, насколько продвинулось восстановление. Скопируйте папку данных и восстановите резервную копию ещё раз в пустую папку: galley restore, в клоне npm run restore.",
  "Give the whole path of the folder, from the root.": "Укажите полный путь папки, от корня.",
  "This folder is Galley's own. Choose one for backups alone.":
    "Это собственная папка Galley. Выберите папку только для резервных копий.",
  "There is no folder {folder} on the machine that runs Galley. Make it first.":
    "На машине с Galley нет папки {folder}. Сначала создайте её.",
  "{folder} is a file, not a folder.": "{folder} — файл, а не папка.",
  "The user that runs Galley may not write there ({code}).":
    "Пользователю, под которым работает Galley, писать туда нельзя ({code}).",
  "There is no folder {folder}. Its disk may not be connected.": "Папки {folder} нет. Возможно, её диск не подключён.",
  "The user that runs Galley may not write to {folder} ({code}).":
    "Пользователю, под которым работает Galley, писать в {folder} нельзя ({code}).",
  "The disk of {folder} is read-only.": "Диск папки {folder} доступен только для чтения.",
  "The disk of {folder} fails (EIO). Put it to the test, and choose another folder.":
    "Диск папки {folder} сбоит (EIO). Проверьте его и выберите другую папку.",
  "Galley is closing. Try again once it is back.": "Galley завершает работу. Попробуйте, когда он вернётся.",
  "A restore waits for the next start of Galley. Restart it first.":
    "Восстановление ждёт следующего запуска Galley. Сначала перезапустите его.",
  "A backup or restore is under way already; wait until it has ended.":
    "Резервное копирование или восстановление уже идёт; дождитесь его конца.",
  "This backup was made by {made}, which writes backups in a way that this one cannot read. Restore it with that version.":
    "Эта копия сделана в {made} и записана так, что нынешняя версия её не прочитает. Восстановите её той версией.",
  "This is not a backup of Galley.": "Это не резервная копия Galley.",
  "The backup is damaged: {field} in its manifest cannot be read. Use another backup.":
    "Копия повреждена: в её описании не читается {field}. Возьмите другую.",
  "This backup was made by a newer Galley ({version}, schema {schema}; this one knows {known}). Update Galley, then restore it.":
    "Эта копия сделана в более новом Galley ({version}, схема {schema}; нынешний знает {known}). Обновите Galley и восстановите её.",
  "The backup is damaged: its manifest is no JSON. Use another backup.":
    "Копия повреждена: её описание — не JSON. Возьмите другую.",
  "This backup is no longer in the folder of the backups.": "Этой копии в папке копий больше нет.",
  "This backup was fetched already or has expired. Make another one.":
    "Эта копия уже скачана, или её срок истёк. Сделайте новую.",
  "Send the backup as the body of the request, with its Content-Length.":
    "Отправьте копию в теле запроса, с её Content-Length.",
  "The disk of the data folder has no room for a copy of the database; free some space and try again.":
    "На диске папки данных нет места для копии базы; освободите место и попробуйте снова.",
  "The passphrase is not the one that this backup was made with.": "Пароль не тот, с которым сделана эта копия.",
  "The backup is damaged: the key in it is not the key of its secrets. Use another backup.":
    "Копия повреждена: ключ в ней — не ключ её секретов. Возьмите другую.",
  "This backup was made without a passphrase, so no secrets are in it. Restore it without one; projects then get new secrets, except on the data folder that it was made of.":
    "Эта копия сделана без пароля, секретов в ней нет. Восстановите её без пароля; проекты получат новые секреты, если только это не та папка данных, с которой она сделана.",
  "The secrets in this backup are under a passphrase: give it, or choose new secrets for all projects instead.":
    "Секреты в этой копии закрыты паролем: введите его или выберите новые секреты для всех проектов.",
  "The backup is damaged or was changed: more follows where it should end. Use another backup.":
    "Копия повреждена или изменена: после её конца есть что-то ещё. Возьмите другую.",
  "The backup is damaged or was changed: near byte {n} stands something else than Galley writes there. Use another backup.":
    "Копия повреждена или изменена: около байта {n} стоит не то, что пишет Galley. Возьмите другую.",
  "The backup is damaged: its database names a file that cannot be. Use another backup.":
    "Копия повреждена: её база называет файл, которого быть не может. Возьмите другую.",
  "The backup is damaged: {name} does not have the bytes that were saved in it. Use another backup.":
    "Копия повреждена: содержимое {name} не то, что было сохранено. Возьмите другую.",
  "The backup is not complete: it ends after {n} bytes. Use another backup.":
    "Копия неполна: она кончается после {n} {n:байта,байт,байт}. Возьмите другую.",
  "The backup is damaged: its database cannot be used ({said}). Use another backup.":
    "Копия повреждена: её базой нельзя пользоваться ({said}). Возьмите другую.",
  "it is not of the schema that its manifest names": "её схема не та, что указана в описании",
  "its tables are not those of Galley": "её таблицы — не таблицы Galley",
  "rows that it refers to are gone": "в ней нет строк, на которые она ссылается",
  "it holds {there} {name}, not {here}": "в ней {name}: {there}, а не {here}",
  "secrets in it are not of its key": "секреты в ней закрыты другим ключом",
  "The database of this appliance is damaged, so no backup can be made of it ({detail}). Restore the newest backup.":
    "База этого Galley повреждена, копию с неё сделать нельзя ({detail}). Восстановите самую новую копию.",
  "More than {n} files are missing or damaged in the folder {folder} of the data folder. Put it back first; a backup without it is worth little.":
    "В папке {folder} внутри папки данных пропало или повреждено больше {n} {n:файла,файлов,файлов}. Сначала верните её: копия без неё мало чего стоит.",
  "The disk of the data folder is full, so the backup was not restored. Free some space and try again.":
    "Диск папки данных заполнен, копия не восстановлена. Освободите место и попробуйте снова.",
  "The folder {folder} of this data folder is a disk of its own, so the data cannot be exchanged in one step. Restore into an empty data folder instead.":
    "Папка {folder} внутри этой папки данных — отдельный диск, заменить данные за один шаг нельзя. Восстановите копию в пустую папку данных.",
  "Only {size} are free on the disk of the data folder; the restore needs {size2}.":
    "На диске папки данных свободно только {size}; для восстановления нужно {size2}.",
  "There is no room for the backup beside {file}; free some space or write it elsewhere.":
    "Рядом с {file} нет места для копии; освободите место или запишите её в другую папку.",
  "A passphrase has at least {n} characters": "Пароль копии — не меньше {n} {n:знака,знаков,знаков}",
  "A passphrase has at most {n} characters": "Пароль копии — не больше {n} {n:знака,знаков,знаков}",
};
