import { expect, it } from "vitest";
import { readAddress } from "../../../../renderer/editor/app/opening.ts";

const id = "0b9f3c1e-7a55-4c39-9a3e-0a6c7f1f2d11";

it("reads the session and the token", () => {
  expect(readAddress({ pathname: `/editor/${id}`, hash: "#t=abc.def-_" })).toEqual({
    sessionId: id,
    token: "abc.def-_",
    apiBase: `/editor/api/sessions/${id}`,
    root: "/",
  });
});

it("goes on without a token after a reload", () => {
  expect(readAddress({ pathname: `/editor/${id}`, hash: "" })?.token).toBeNull();
  expect(readAddress({ pathname: `/editor/${id}`, hash: "#t=" })?.token).toBeNull();
});

it("keeps the prefix that a proxy puts before it", () => {
  expect(readAddress({ pathname: `/desk/galley/editor/${id}/`, hash: "" })).toMatchObject({
    apiBase: `/desk/galley/editor/api/sessions/${id}`,
    root: "/desk/galley/",
  });
});

it("knows an address that names no article", () => {
  expect(readAddress({ pathname: "/editor/", hash: "#t=x" })).toBeNull();
  expect(readAddress({ pathname: "/editor/not-a-session", hash: "" })).toBeNull();
});
