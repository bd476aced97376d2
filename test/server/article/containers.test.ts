import { describe, expect, it } from "vitest";
import { containerSign } from "../../../server/article/containers.ts";

describe("containerSign", () => {
  it.each([
    [{ color: "#c00" }, "#c00"],
    [{ colour: "rgb(10 20 30 / 50%)" }, "rgb(10 20 30 / 50%)"],
    [{ style: "padding: 1em; border-left: 4px solid teal; background: #eee" }, "teal"],
    [{ style: { borderRadius: "4px", backgroundColor: "hsl(10, 20%, 30%)" } }, "hsl(10, 20%, 30%)"],
    [{ style: "border: none; background: url(https://example.org/x.png) repeat" }, ""],
    [{ color: "red; background: url(//x)" }, ""],
    [{ color: "var(--x)" }, ""],
    [{ color: "url(//x)" }, ""],
    [{ color: { r: 1 } }, ""],
    [null, ""],
  ])("reads from %j the colour %j", (definition, color) => {
    expect(containerSign(definition).color).toBe(color);
  });

  it.each([
    ["AD", "AD"],
    ["👩‍👩‍👧", "👩‍👩‍👧"],
    ["data:image/svg+xml,<svg/>", "data:image/svg+xml,<svg/>"],
    ["https://example.org/x.png", ""],
    ["data:text/html,<b>", ""],
    ["star-outline", ""],
    [7, ""],
  ])("reads the icon %j as %j", (icon, shown) => {
    expect(containerSign({ icon }).icon).toBe(shown);
  });

  it("cuts a long description, and ignores one that is not a text", () => {
    expect(containerSign({ description: ` A  paid\nnotice ${"x".repeat(1_000)}` }).description).toHaveLength(300);
    expect(containerSign({ description: ["no"] }).description).toBe("");
  });
});
