/** Whether the public URL leads to this appliance: `server/outbound/public-url-check.ts`. */
export const outbound = {
  name_not_found: "This machine finds no IP address for {host}. Check the name and its DNS entry.",
  dns_silent: "The name {host} could not be looked up: no name server responded.",
  refused: "No program listens on {host}. Start the proxy there, or check the port.",
  reset: "{host} closed the connection without a response. Check whether http and https are mixed up.",
  no_tls: "{host} does not use TLS. Check whether http and https are mixed up.",
  timeout: "{host} does not respond. A firewall may block the connection.",
  no_route: "This machine has no route to {host}.",
  expired: "The certificate of {host} has expired. Renew it.",
  wrong_name: "The certificate of {host} is not for {name}.",
  untrusted: "The certificate of {host} is from an unknown CA. Sites and browsers may refuse it as well.",
  no_url: "{url} is not a URL.",
  redirects: "{host} redirects to {location}. Use that URL as the public URL.",
  another_url: "another URL",
  bad_gateway: "The proxy at {host} responds with {status}: it cannot reach Galley. Check its upstream.",
  not_galley: "{host} is not Galley (status {status}). Check the URL and the configuration of the proxy.",
  unreadable: "The response of {host} cannot be read ({reason}).",
} as const;
