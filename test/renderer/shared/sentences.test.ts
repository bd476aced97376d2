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

it("leaves what a site said to the letter, also where it looks like a sentence of ours", () => {
  expect(said("The site rejected it: {n} $& \\1 <b>Nothing else is.</b>")).toBe(
    "Сайт отклонил: {n} $& \\1 <b>Nothing else is.</b>",
  );
  expect(said("The site says: “No. Nothing else is.”. Nothing else is.")).toBe(
    "Сайт сообщает: «No. Nothing else is.». Остальное на месте.",
  );
});

it("keeps in English what it does not know, and drops the broken-off sentence at the end of a shortened text", () => {
  expect(said("Something new happened.")).toBe("Something new happened.");
  expect(said("Nothing else is. Something new happened.")).toBe("Остальное на месте. Something new happened.");
  expect(said("Nothing else is. Check the callback addr…")).toBe("Остальное на месте. …");
  expect(said("")).toBe("");
});

it("is not held up by a text that nearly fits in a thousand ways", () => {
  const started = performance.now();
  for (const part of ["The site ", "“”. ", "Expected ; received ", " and  more: ", "a (b) "])
    said(part.repeat(7_900 / part.length));
  expect(performance.now() - started).toBeLessThan(1_000);
});
