/** One HTTP request to a site: to an allowed IP address, with the project's CAs, through the configured proxy. */
import http, { type ClientRequest, type RequestOptions } from "node:http";
import https from "node:https";
import net, { type Socket } from "node:net";
import querystring from "node:querystring";
import tls, { type SecureContext } from "node:tls";
import { withoutCredentials } from "../core/masking.ts";
import {
  AddressRefused,
  type AllowedHost,
  checkedLookup,
  hostName,
  isDialable,
  portOf,
  type Resolver,
} from "./allowed-hosts.ts";
import { createTrustContext } from "./certificates.ts";
import type { ProxyFor } from "./environment-proxies.ts";

/** Settings that all requests of this appliance share. */
export interface Outgoing {
  userAgent: string;
  proxyFor: ProxyFor;
  resolve: Resolver;
}

export interface SiteRoute {
  entry: AllowedHost;
  resolve: Resolver;
  /** PEM of additional trusted CAs; null for none. */
  ca: string | null;
  /** Null: a direct connection. */
  proxy: URL | null;
}

/** The proxy is reachable but did not connect to the site. */
export class ProxyRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The proxy responded with status ${status}.`);
    this.status = status;
  }
}

const PROXY_TIMEOUT_MS = 10_000;

type Created = (error: Error | null, socket: Socket) => void;

/** Begins a request, without credentials of the URL. Throws if the URL or the headers cannot be sent. */
export function requestSite(target: URL, requestOptions: RequestOptions, route: SiteRoute): ClientRequest {
  const options = { ...requestOptions, headers: { "accept-encoding": "identity", ...requestOptions.headers } };
  const url = withoutCredentials(target);
  const secureContext = route.ca !== null && url.protocol === "https:" ? createTrustContext(route.ca) : null;
  const { proxy } = route;
  if (proxy === null)
    return (url.protocol === "https:" ? https : http).request(url, {
      ...options,
      agent: false,
      lookup: checkedLookup(route.entry, route.resolve),
      ...(secureContext === null ? {} : { secureContext }),
    });
  if (url.protocol === "http:") {
    return http.request({
      ...options,
      // A proxy receives the whole URL.
      path: `${url.origin}${url.pathname}${url.search}`,
      host: hostName(url),
      port: portOf(url),
      headers: { ...options.headers, host: url.host, ...authorization(proxy) },
      createConnection: through(url, route, (created) => created(null, net.connect(hostAndPort(proxy)))),
    });
  }
  return https.request(url, {
    ...options,
    // Without an agent, Node assumes port 80 and adds 443 to Host.
    defaultPort: 443,
    createConnection: through(url, route, (created) => tunnel(proxy, url, secureContext, created)),
  });
}

/** The proxy resolves names itself. Galley still refuses names that resolve here only to forbidden IP addresses. */
function through(url: URL, { entry, resolve }: SiteRoute, connect: (created: Created) => void) {
  return (_options: unknown, created: Created): undefined => {
    if (net.isIP(hostName(url)) !== 0) return void connect(created);
    resolve(hostName(url), { all: true }, (error, addresses) => {
      const isRefused = !error && !addresses.some(({ address }) => isDialable(address, entry));
      // The type requires a socket in addition to the error.
      if (isRefused) created(new AddressRefused(addresses[0]?.address ?? null), new net.Socket());
      else connect(created);
    });
  };
}

/** Opens a TLS connection to the site through a tunnel of the proxy. */
function tunnel(proxy: URL, url: URL, secureContext: SecureContext | null, created: Created): void {
  const host = hostName(url);
  const authority = `${url.hostname}:${portOf(url)}`;
  const fail = (error: Error) => created(error, new net.Socket());
  const connectRequest = http.request({
    ...hostAndPort(proxy),
    method: "CONNECT",
    path: authority,
    headers: { host: authority, ...authorization(proxy) },
    agent: false,
    timeout: PROXY_TIMEOUT_MS,
  });
  connectRequest.on("timeout", () => connectRequest.destroy(new ProxyRefused(504)));
  connectRequest.on("error", fail);
  connectRequest.on("connect", (response, socket) => {
    if (response.statusCode === undefined || response.statusCode < 200 || response.statusCode > 299) {
      socket.destroy();
      return fail(new ProxyRefused(response.statusCode ?? 0));
    }
    created(
      null,
      tls.connect({
        socket,
        host,
        ...(net.isIP(host) === 0 ? { servername: host } : {}),
        ALPNProtocols: ["http/1.1"],
        ...(secureContext === null ? {} : { secureContext }),
      }),
    );
  });
  connectRequest.end();
}

function hostAndPort(proxy: URL): { host: string; port: number } {
  return { host: hostName(proxy), port: portOf(proxy) };
}

function authorization({ username, password }: URL): Record<string, string> {
  if (username === "") return {};
  const credentials = `${querystring.unescape(username)}:${querystring.unescape(password)}`;
  return { "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}
