import type { NetworkFields } from "../../../../server/contracts/settings-api.ts";

type Words = { label: string; hint: string };

/** Settings → Network. */
export const network = {
  sections: {
    public: "For sites and journalists",
    console: "This console",
    sample: "Sample site",
    tls: "TLS",
  },
  fields: {
    public_url: {
      label: "Public address",
      hint: "Under which sites and journalists reach Galley, such as https://galley.example.org. Empty: the address and port below.",
    },
    host: {
      label: "Address of this machine",
      hint: "127.0.0.1 for this machine and its proxy alone, 0.0.0.0 for everybody on the network.",
    },
    port: { label: "Port", hint: "0 takes any free one." },
    trusted_proxies: {
      label: "Trusted proxies",
      hint: "Addresses, ranges such as 10.1.0.0/16, or loopback. Only these are believed when they say whose request they pass on.",
    },
    console_host: {
      label: "Address of the console",
      hint: "127.0.0.1 keeps it to this machine. Any other opens it to others, who then need a password (Access).",
    },
    console_port: { label: "Port of the console", hint: "0 takes any free one." },
    sandbox_port: { label: "Port of the sample site", hint: "It is open to this machine alone. 0 takes any free one." },
  } satisfies Record<keyof NetworkFields, Words> as Record<keyof NetworkFields, Words>,

  heldByFlag: (flag: string) =>
    `Held by the flag <code>${flag}</code> of the start, which wins over what is kept here.`,
  heldByVariable: (name: string) =>
    `Held by the variable <code>${name}</code> of the environment, which wins over what is kept here.`,
  waits: (value: string) => `In force until the restart: ${value}`,
  standard: (value: string) => `Galley takes ${value} by itself.`,
  none: "none",
  addProxy: "Add an address",

  check: {
    asking: "Asking the public address…",
    reachable: "The public address leads here.",
    unreachable: "The public address does not lead here.",
    own: "Sites and journalists on other machines do not reach this address. Give a public one once they are to work with Galley.",
    again: "Check again",
    inForce: "It was asked for",
  },
  tls: "Galley itself speaks HTTP. For TLS, put a proxy such as nginx or Caddy before it, give its https address as the public one, and name it among the trusted proxies; <code>docs/operating.md</code> has one ready to copy.",
  openWarning:
    "With this address, everybody on the network reaches Galley without TLS. Put a proxy before it, or keep to a network that you trust.",
  consoleWarning: "The console is then open to other machines. Set a password under Access first.",
  file: "Kept in <code></code>. A flag of the start wins over it, then a variable of the environment.",
};
