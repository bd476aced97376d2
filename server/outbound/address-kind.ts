/** Classifies IP addresses. An IPv6 address with an embedded IPv4 address has the kind of the latter. */
import net from "node:net";

/** forbidden: never a site (link-local, cloud metadata, multicast, unspecified, reserved), or not an address. */
export type AddressKind = "public" | "private" | "loopback" | "forbidden";

/** The first list that contains an address decides, because ranges of `private` contain some forbidden ones. */
const RANGES: Record<Exclude<AddressKind, "public">, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  // From the registries of special-purpose addresses (RFC 6890, IANA), and metadata addresses of cloud providers.
  forbidden: [
    "0.0.0.0/8", // this network
    "169.254.0.0/16", // link-local; metadata of most clouds
    "100.100.100.200/32", // metadata of Alibaba
    "168.63.129.16/32", // host of Azure virtual machines
    "192.0.0.0/24", // protocol assignments; metadata of Oracle
    "192.0.2.0/24", // documentation
    "198.51.100.0/24",
    "203.0.113.0/24",
    "192.88.99.0/24", // relays of 6to4, deprecated
    "224.0.0.0/4", // multicast
    "240.0.0.0/4", // reserved, broadcast
    "::/128",
    "64:ff9b:1::/48", // translation inside a network: the IPv4 address is unknown
    "100::/64", // discarded
    "100:0:0:1::/64",
    "2001::/23", // protocol assignments; Teredo, which hides an IPv4 address
    "2001:db8::/32", // documentation
    "3fff::/20",
    "5f00::/16", // segment routing
    "fe80::/10", // link-local
    "fec0::/10", // site-local, deprecated
    "ff00::/8", // multicast
    "fd00:ec2::/32", // metadata of Amazon
    "fd20:ce::254/128", // of Google
    "fd00:c1::/32", // of Oracle
    "fd00:42::42/128", // of Scaleway
  ],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15", "fc00::/7"],
};

const LISTS = (Object.keys(RANGES) as (keyof typeof RANGES)[]).map((kind) => {
  const list = new net.BlockList();
  for (const range of RANGES[kind]) {
    const [address = "", bits = ""] = range.split("/");
    list.addSubnet(address, Number(bits), net.isIPv6(address) ? "ipv6" : "ipv4");
  }
  return { kind, list };
});

/** IPv6 prefixes with an embedded IPv4 address, and the 16-bit group where it begins. */
const EMBEDDED: { prefix: number[]; at: number }[] = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 }, // ::ffff:a.b.c.d, mapped
  { prefix: [0, 0, 0, 0, 0xffff, 0], at: 6 }, // ::ffff:0:a.b.c.d, translated
  { prefix: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 }, // NAT64
  { prefix: [0x2002], at: 1 }, // 6to4
];

export function addressKind(address: string): AddressKind {
  const bare = address.replace(/%.*$/, "");
  const family = net.isIP(bare);
  if (family === 0) return "forbidden";
  const embedded = family === 6 ? embeddedIPv4(bare) : null;
  if (embedded !== null) return addressKind(embedded);
  return LISTS.find(({ list }) => list.check(bare, family === 6 ? "ipv6" : "ipv4"))?.kind ?? "public";
}

function embeddedIPv4(address: string): string | null {
  const groups = groupsOf(address);
  const form = EMBEDDED.find(({ prefix }) => prefix.every((group, index) => groups[index] === group));
  const isCompatible = groups.slice(0, 6).every((group) => group === 0) && (groups[6] ?? 0) !== 0; // ::a.b.c.d
  if (!form && !isCompatible) return null;
  const at = form?.at ?? 6;
  const high = groups[at] ?? 0;
  const low = groups[at + 1] ?? 0;
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** The eight 16-bit groups of a valid IPv6 address. */
export function groupsOf(address: string): number[] {
  const canonical = URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) ?? address;
  const [head = "", tail] = canonical.split("::");
  const read = (part: string) => (part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)));
  const left = read(head);
  const right = tail === undefined ? [] : read(tail);
  return [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right];
}
