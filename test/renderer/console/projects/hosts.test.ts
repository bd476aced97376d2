import fc from "fast-check";
import { expect, test } from "vitest";
import { hostFault, hostOf } from "../../../../renderer/console/projects/hosts.ts";
import { parseAllowedHost } from "../../../../server/outbound/allowed-hosts.ts";

const VALID = (
  "cms.example.org *.example.org cms.example.org:8443 *.example.org:8443 localhost 10.0.4.12:8080 [::1]:3000 ::1 " +
  "zeitung-münchen.example under_score.example"
).split(" ");
const INVALID = [
  ..."https://cms.example.org cms.example.org/path ida@example.org cms.*.example * *.10.0.0.1".split(" "),
  ..."cms.example.org:0 cms.example.org:70000 cms.example.org:port [::g] a?b".split(" "),
  ...["cms example org", ""],
];

test.each(VALID)("the field and the API accept %s", (entry) => {
  expect(hostFault(entry)).toBeNull();
  expect(parseAllowedHost(entry)).not.toBeNull();
});

test.each(INVALID)("the field and the API reject “%s”, and the field shows why", (entry) => {
  expect(hostFault(entry)).toMatch(/\.$/);
  expect(parseAllowedHost(entry)).toBeNull();
});

test("the field accepts each host that the API accepts", () => {
  const part = fc.constantFrom(..."aé-_.:*[]1/@% ", "80", "::", "example");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const entry = parts.join("");
      if (parseAllowedHost(entry) !== null && entry === entry.trim()) expect(hostFault(entry)).toBeNull();
    }),
    { numRuns: 500 },
  );
});

test("takes the host out of a pasted URL", () => {
  expect(hostOf(" https://CMS.example.org:8443/admin?x=1 ")).toBe("cms.example.org:8443");
  expect(hostOf("*.Example.org")).toBe("*.example.org");
});
