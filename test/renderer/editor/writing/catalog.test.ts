import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chooseLanguage } from "../../../../renderer/editor/messages/index.ts";
import { blockChoices, rankChoices } from "../../../../renderer/editor/writing/choices/catalog.ts";

const choices = blockChoices({
  custom_containers: [{ name: "Encadré spécial" }, { name: "Box 2" }],
});
const found = (query: string) => rankChoices(choices, query).map(({ choice }) => choice.id);

describe("blocks in the menus", () => {
  it("are listed once, by group", () => {
    const ids = choices.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const groups = choices.map(({ group }) => group).filter((group, at, all) => group !== all[at - 1]);
    expect(groups).toEqual([...new Set(groups)]);
  });

  it("are found by label first, then by keywords, ignoring case and accents", () => {
    expect(found("HEAD")[0]).toBe("heading-2");
    expect(found("head")).toContain("heading-4");
    expect(found("h3")).toEqual(["heading-3"]);
    expect(found("encadre")).toEqual(["container-Encadré spécial"]);
    expect(found("  ")).toHaveLength(choices.length);
    expect(found("no such block")).toEqual([]);
  });

  describe("in Russian", () => {
    beforeAll(() => chooseLanguage(["ru"]));
    afterAll(() => chooseLanguage(["en"]));
    it("are found by Russian and English queries", () => {
      expect(found("заг")[0]).toBe("heading-2");
      expect(found("quote")).toContain("quote");
      expect(found("embed")[0]).toBe("embed");
    });
  });
});
