import { expect, it } from "vitest";
import { russianWith } from "../../../renderer/shared/language-russian.ts";

const { said } = russianWith({
  "{n} files of {site} are gone.": "У {site} пропало {n} {n:файл,файла,файлов}.",
  "Nothing else is.": "Остальное на месте.",
});

it("writes numbers and sizes as Russian does, with the word that goes with the count", () => {
  expect(said("1 files of a.example are gone.")).toBe("У a.example пропало 1 файл.");
  expect(said("3 files of a.example are gone.")).toBe("У a.example пропало 3 файла.");
  expect(said("16384 files of a.example are gone.")).toBe("У a.example пропало 16\u00a0384 файла.");
});

it("keeps in English what it does not know, and drops the broken-off sentence at the end of a shortened text", () => {
  expect(said("Something new happened.")).toBe("Something new happened.");
  expect(said("Nothing else is. Something new happened.")).toBe("Остальное на месте. Something new happened.");
  expect(said("Nothing else is. Check the callback addr…")).toBe("Остальное на месте. …");
  expect(said("")).toBe("");
});
