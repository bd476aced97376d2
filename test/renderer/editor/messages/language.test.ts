import { afterEach, expect, it } from "vitest";
import { chooseLanguage, messages } from "../../../../renderer/editor/messages/index.ts";
import { locale, sharedWords } from "../../../../renderer/shared/language.ts";

afterEach(() => chooseLanguage(["en"]));

it("uses one language for all texts and dates of the page", async () => {
  expect(await chooseLanguage(["de-AT", "ru-RU", "en"])).toBe("ru");
  expect([messages.around.difference.mine, sharedWords.justNow, locale]).toEqual(["Ваш текст", "только что", "ru-RU"]);
  expect(await chooseLanguage(["en-GB", "ru"])).toBe("en");
  expect([messages.around.difference.mine, sharedWords.justNow, locale]).toEqual(["Your text", "just now", "en-GB"]);
  expect(await chooseLanguage(["de-AT"])).toBe("en");
  expect(sharedWords.justNow).toBe("just now");
});
