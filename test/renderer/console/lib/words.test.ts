import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { tokenIn } from "../../../../renderer/console/data/api.ts";
import { keyOf } from "../../../../renderer/console/lib/keys.ts";
import {
  attentionSentence,
  contentWords,
  diskSentence,
  durationWords,
  formatJson,
  reasonWords,
  siteNames,
  spansOf,
} from "../../../../renderer/console/lib/words.ts";

const NO_PHASES = { queued: null, dns: null, connect: null, tls: null, sent: null, first_byte: null, total: null };

test("formats durations", () => {
  expect([0.4, 412, 1_400, 200_000].map(durationWords)).toEqual(["0 ms", "412 ms", "1.4 s", "3 min 20 s"]);
});

test("places the phases one after the other and skips missing ones", () => {
  expect(spansOf({ ...NO_PHASES, dns: 2, connect: 11, sent: 14, first_byte: 396, total: 412 })).toEqual([
    { phase: "dns", from: 0, to: 2 },
    { phase: "connect", from: 2, to: 11 },
    { phase: "sent", from: 11, to: 14 },
    { phase: "first_byte", from: 14, to: 396 },
    { phase: "total", from: 396, to: 412 },
  ]);
});

test("ends the last span in the phase that failed", () => {
  // Host not found; connection refused; no response; response cut off.
  expect(spansOf({ ...NO_PHASES, total: 3 })).toEqual([{ phase: "dns", from: 0, to: 3 }]);
  expect(spansOf({ ...NO_PHASES, dns: 1, total: 2 }).at(-1)).toEqual({ phase: "connect", from: 1, to: 2 });
  expect(spansOf({ ...NO_PHASES, dns: 1, connect: 2, sent: 3, total: 180_000 }).at(-1)?.phase).toBe("first_byte");
  expect(spansOf({ ...NO_PHASES, connect: 2, sent: 3, first_byte: 9, total: 30 }).at(-1)?.phase).toBe("total");
});

test("takes the token out of a pasted login link", () => {
  expect(tokenIn(" http://127.0.0.1:8421/login?token=abc_-1 ")).toBe("abc_-1");
  expect(tokenIn(" abc_-1\n")).toBe("abc_-1");
});

test("counts the articles that need attention, by state", () => {
  const quiet = { queued: 3, retrying: 0, sending: 1, held: 0, rejected: 0 };
  const none = { ...quiet, failed: 0, exhausted: 0, resending: 0, not_downloaded: 0 };
  const sentence = (articles: number, fonts: number, deliveries = {}) =>
    attentionSentence({ attention_count: { articles, fonts }, deliveries: { ...none, ...deliveries } });
  expect(sentence(0, 0)).toBe("Every article is delivered or queued.");
  expect(sentence(1, 0, { rejected: 1 })).toBe("1 article needs attention: 1 rejected.");
  expect(sentence(84, 1, { rejected: 36, failed: 1, retrying: 48 })).toBe(
    "84 articles and 1 font delivery need attention: 36 rejected, 1 failed, 48 retrying.",
  );
  // The states add up to the total.
  expect(sentence(55, 0, { rejected: 6, failed: 4, exhausted: 5, not_downloaded: 1, retrying: 37, resending: 2 })).toBe(
    "55 articles need attention: 6 rejected, 4 failed, 5 exhausted, 1 not downloaded, 37 retrying, 2 retrying now.",
  );
  expect(sentence(0, 2)).toBe("2 font deliveries need attention.");
});

test("says what Galley refuses on a full disk, and the remedy", () => {
  const remedy = "Free some space, or move the data folder to a larger disk.";
  expect(diskSentence(0)).toBe(
    `The disk of the data folder has 0 bytes free, so Galley refuses saves and uploads. ${remedy}`,
  );
  expect(diskSentence(100_000_000)).toContain("has 100 MB free, so Galley refuses uploads.");
  expect(diskSentence(1_000_000_000)).toBeNull();
});

test("shows the scheme of sites that differ only in it", () => {
  const sites = ["http://a.example", "https://a.example", "https://b.example"].map((origin) => ({
    project_id: "1",
    host: new URL(origin).host,
    origin,
  }));
  expect(sites.map(siteNames(sites))).toEqual(["http://a.example", "https://a.example", "b.example"]);
});

test("names a version that was deleted", () => {
  expect(contentWords({ event: "article_saved", version_number: null })).toBe("deleted version");
});

test("formats the reason of a row", () => {
  expect(reasonWords({ code: null, last_status: null })).toBe("");
  expect(reasonWords({ code: "http_status", last_status: 500 })).toBe("status 500");
  expect(reasonWords({ code: null, last_status: 200, warning: "archive_refused" })).toBe("download failed");
  expect(reasonWords({ code: "dns_not_found", last_status: null })).toBe("host not found");
  expect(reasonWords({ code: "connection_refused", last_status: null })).toBe("connection refused");
});

describe("formatted JSON", () => {
  it("keeps numbers and key order as sent", () => {
    expect(formatJson('{"b":9223372036854775807,"10":[10.0,1e400,-0],"2":{}}')).toBe(
      '{\n  "b": 9223372036854775807,\n  "10": [\n    10.0,\n    1e400,\n    -0\n  ],\n  "2": {}\n}',
    );
  });

  it("decodes escaped letters, but not line breaks", () => {
    expect(formatJson('["\\u0413\\u0430", "a\\/b", "\\n"]')).toBe('[\n  "Га",\n  "a/b",\n  "\\n"\n]');
  });

  it("leaves other text unchanged", () => {
    for (const text of ["<h1>Sorry</h1>", '{"a": 1', "", "{'a': 1}"]) expect(formatJson(text)).toBe(text);
  });

  it("matches JSON.stringify where that is lossless", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value: unknown = JSON.parse(text);
        const plain = JSON.stringify(value);
        expect(formatJson(plain)).toBe(JSON.stringify(JSON.parse(plain), null, 2));
      }),
    );
  });
});

it("maps keys by position on a non-Latin keyboard", () => {
  expect(keyOf({ key: "о", code: "KeyJ" })).toBe("j");
  expect(keyOf({ key: "л", code: "KeyK" })).toBe("k");
  // On a Dvorak keyboard, the letter counts, not the position.
  expect(keyOf({ key: "j", code: "KeyC" })).toBe("j");
  expect(keyOf({ key: "ArrowDown", code: "ArrowDown" })).toBe("ArrowDown");
});
