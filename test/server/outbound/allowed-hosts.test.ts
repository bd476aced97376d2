import { describe, expect, it } from "vitest";
import { addressKind } from "../../../server/outbound/address-kind.ts";
import {
  type AllowedHost,
  DEV_HOSTS,
  findAllowedHost,
  isDialable,
  parseAllowedHost,
} from "../../../server/outbound/allowed-hosts.ts";

const entry = (text: string): AllowedHost => {
  const parsed = parseAllowedHost(text);
  if (parsed === null) throw new Error(`${text} is not a valid entry`);
  return parsed;
};

const allows = (entries: string[], url: string) => findAllowedHost(entries.map(entry), new URL(url)) !== null;

describe("parseAllowedHost", () => {
  it.each([
    ["cms.example.org", { name: "cms.example.org", wildcard: false, port: null }],
    ["CMS.Example.org:8443", { name: "cms.example.org", wildcard: false, port: 8443 }],
    ["*.example.org", { name: "example.org", wildcard: true, port: null }],
    ["münchen.example", { name: "xn--mnchen-3ya.example", wildcard: false, port: null }],
    ["[::1]:80", { name: "::1", wildcard: false, port: 80 }],
    ["::1", { name: "::1", wildcard: false, port: null }],
    ["0x7f.1", { name: "127.0.0.1", wildcard: false, port: null }],
    ["example.org:80", { name: "example.org", wildcard: false, port: 80 }],
  ])("parses %s", (text, expected) => expect(parseAllowedHost(text)).toEqual(expected));

  it.each(
    "| |*|*.|*.*.example.org|a b|http://example.org|user@example.org|example.org/x|example.org:0|example.org:65536|example.org:x|*.127.0.0.1|a%2eb".split(
      "|",
    ),
  )("rejects %j", (text) => expect(parseAllowedHost(text)).toBeNull());
});

describe("findAllowedHost", () => {
  it.each([
    [["example.org"], "https://example.org/cb", true],
    [["example.org"], "https://EXAMPLE.org:9443/cb", true],
    [["example.org"], "https://example.org./cb", true],
    [["example.org:443"], "https://example.org/cb", true],
    [["example.org:443"], "http://example.org/cb", false],
    [["example.org"], "https://www.example.org/cb", false],
    [["*.example.org"], "https://www.example.org/cb", true],
    [["*.example.org"], "https://a.b.example.org/cb", true],
    [["*.example.org"], "https://example.org/cb", false],
    [["*.example.org"], "https://evilexample.org/cb", false],
    [["example.org"], "https://example.org@evil.test/cb", false],
    [["example.org"], "https://evil.test/#example.org", false],
    [["127.0.0.1"], "http://2130706433/cb", true],
    [["127.0.0.1"], "http://0177.0.0.1/cb", true],
  ])("with %j for %s: %s", (entries, url, expected) => expect(allows(entries, url)).toBe(expected));

  it("allows loopback for every dev project", () => {
    for (const url of ["http://localhost:3000/", "http://127.0.0.1/", "http://[::1]:8080/"])
      expect(findAllowedHost(DEV_HOSTS, new URL(url))).not.toBeNull();
  });
});

describe("an IP address", () => {
  it.each([
    ["public", "8.8.8.8 2606:4700::1111 172.32.0.1 168.63.129.17 192.31.196.1 2001:4860:4860::8888"],
    ["private", "10.1.2.3 172.31.0.1 192.168.1.1 100.64.0.1 fd12:3456::1 198.18.0.1 198.19.255.255 100.127.255.255"],
    ["loopback", "127.0.0.1 127.8.8.8 ::1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1:: ::127.0.0.1"],
    ["forbidden", "169.254.169.254 ::ffff:169.254.169.254 64:ff9b::a9fe:a9fe fe80::1%eth0 fd00:ec2::254 0.0.0.0 ::"],
    ["forbidden", "224.0.0.1 255.255.255.255 100.100.100.200 nonsense 168.63.129.16 ::ffff:168.63.129.16"],
    ["forbidden", "64:ff9b::a83f:8110 192.0.0.192 192.0.2.1 198.51.100.7 203.0.113.9 192.88.99.1 64:ff9b:1::7f00:1"],
    ["forbidden", "64:ff9b:1:a9fe:a9fe::808:808 2001:0:7f00:1:: 2001:db8::1 3fff::1 5f00::1 100:0:0:1::1 fec0::1"],
    ["forbidden", "fd20:ce::254 fd00:c1::a9fe:a9fe fd00:42::42"],
  ])("is %s: %s", (kind, addresses) => {
    for (const address of addresses.split(" ")) expect([address, addressKind(address)]).toEqual([address, kind]);
  });

  it.each([
    ["8.8.8.8", "*.example.org", true],
    ["10.0.0.5", "*.example.org", false],
    ["10.0.0.5", "cms.example.org", true],
    ["127.0.0.1", "cms.example.org", false],
    ["127.0.0.1", "localhost", true],
    ["::1", "127.0.0.1", true],
    ["169.254.169.254", "cms.example.org", false],
    ["169.254.169.254", "169.254.169.254", false],
  ])("%s may be dialled for %s: %s", (address, text, expected) =>
    expect(isDialable(address, entry(text))).toBe(expected),
  );
});
