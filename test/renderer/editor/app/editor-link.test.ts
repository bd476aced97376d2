import { expect, it } from "vitest";
import { readEditorLink } from "../../../../renderer/editor/app/opening.ts";

const id = "0b9f3c1e-7a55-4c39-9a3e-0a6c7f1f2d11";

it.each([
  ["the session and the token", `/editor/${id}`, "#t=abc.def-_", "abc.def-_", ""],
  ["no token after a reload", `/editor/${id}`, "", null, ""],
  ["an empty token", `/editor/${id}`, "#t=", null, ""],
  ["the prefix of a proxy", `/desk/galley/editor/${id}/`, "#t=a", "a", "/desk/galley"],
])("reads %s", (_, pathname, hash, token, prefix) => {
  const apiBase = `${prefix}/editor/api/sessions/${id}`;
  expect(readEditorLink({ pathname, hash })).toEqual({ sessionId: id, token, apiBase, root: `${prefix}/` });
});

it.each(["/editor/", "/editor/not-a-session"])("rejects %s", (pathname) => {
  expect(readEditorLink({ pathname, hash: "#t=x" })).toBeNull();
});
