import fc from "fast-check";
import { expect, test } from "vitest";
import { hostOf, looksLikeHost } from "../../../../renderer/console/lib/hosts.ts";
import { parseAllowedHost } from "../../../../server/outbound/allowed-hosts.ts";

test.each(["https://cms.example.org", "cms.example.org/path", "ida@example.org", "cms.*.example", "a b", "a?b", ""])(
  "the field rejects “%s”",
  (entry) => expect(looksLikeHost(entry)).toBe(false),
);

test("the field accepts each host that the API accepts", () => {
  for (const host of "*.example.org:8443 10.0.4.12:8080 [::1]:3000 ::1 zeitung-münchen.example a_b.example".split(" "))
    expect([looksLikeHost(host), parseAllowedHost(host) !== null]).toEqual([true, true]);
  const part = fc.constantFrom(..."aé-_.:*[]1/@% ", "80", "::", "example");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const entry = parts.join("");
      if (parseAllowedHost(entry) !== null && entry === entry.trim()) expect(looksLikeHost(entry)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("takes the host out of a pasted URL", () => {
  expect(hostOf(" https://CMS.example.org:8443/admin?x=1 ")).toBe("cms.example.org:8443");
  expect(hostOf("*.Example.org")).toBe("*.example.org");
});
