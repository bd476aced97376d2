import type { Catalogue } from "../sentences.ts";

/** Why a snippet was not kept or is not there: `server/articles/snippets/`. */
export const snippets: Catalogue = {
  "A snippet holds at most {n} files, this one {n2}. Save it in parts.":
    "В одном фрагменте не больше {n} {n:файла,файлов,файлов}, в этом {n2}. Сохраните его по частям.",
  "A snippet holds at most {n} kB of text, this one {n2} kB. Save it in parts.":
    "В одном фрагменте не больше {n} КБ текста, в этом {n2} КБ. Сохраните его по частям.",
  "The file {name} is not at Galley: only the site has it. Save the snippet once it has come, or without it.":
    "Файла {name} у Galley нет, он только на сайте. Сохраните фрагмент, когда файл придёт, или без него.",
  "This snippet is not there any more: somebody has deleted it.": "Этого фрагмента больше нет: его удалили.",
  "There is a snippet called “{name}” already. Choose another name, or replace that one.":
    "Фрагмент «{name}» уже есть. Выберите другое название или замените тот фрагмент.",
  "This site has {n} snippets, and takes no more. Delete some that nobody uses.":
    "У этого сайта уже {n} {n:фрагмент,фрагмента,фрагментов}, больше нельзя. Удалите те, что никому не нужны.",
  "The snippets of this site and their files have come to a gigabyte, and take no more. Delete some with large files.":
    "Фрагменты этого сайта с файлами заняли гигабайт, больше нельзя. Удалите те, где большие файлы.",
  "This id stands for another snippet: nothing was stored. Save it anew.":
    "Этот номер принадлежит другому фрагменту: ничего не сохранено. Сохраните заново.",
  "This snippet has no such file.": "Такого файла в этом фрагменте нет.",
};
