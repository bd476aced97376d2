import type { RoomIn } from "../../../../server/contracts/sentences/index.ts";

export const storage: RoomIn<"storage"> = {
  folder_gone:
    "Папки данных Galley или базы данных в ней нет: ничего не сохраняется. Остановите Galley, верните папку и запустите его снова.",
  little_space: "На диске Galley свободно только {free:bytes}; для сохранения нужно больше.",
  little_space_for_files:
    "На диске Galley свободно меньше {limit:bytes}: остаток нужен для сохранений. Освободите место и загрузите файл ещё раз.",
  damaged: "База данных Galley повреждена. Как её восстановить, сказано в журнале Galley.",
  checking: "Galley завершился аварийно, поэтому база данных проверяется. Подождите несколько минут.",
  file_too_large: "Файл больше предельного размера загрузки: {limit:bytes}.",
  no_space_for_file: "Диск Galley заполнен. Освободите место и загрузите файл ещё раз.",
  file_missing: "Файла {name} нет на диске Galley. Восстановите его из резервной копии или загрузите снова.",
  console_host: "Имя консоли — хост, можно с портом, например galley.example.org или 10.0.0.7:8443",
  console_hosts_max: "Не больше {#max} {max:имени,имён,имён}",
  file_damaged: "Файл {name} на диске Galley повреждён. Восстановите его из резервной копии или загрузите снова.",
};
