import { X509Certificate } from "node:crypto";
import tls, { type DetailedPeerCertificate, type PeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import type { CertificateView } from "../contracts/receiver-check-api.ts";

const MAX_NAMES = 10;

/** Null before the handshake. */
export function certificateOf(socket: TLSSocket): CertificateView | null {
  return factsOf(socket.getPeerCertificate(true));
}

/** Returns the certificate of the chain that expires first. */
export function firstToExpire(socket: TLSSocket): CertificateView | null {
  const chain: CertificateView[] = [];
  let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  for (let depth = 0; certificate !== undefined && depth < 10; depth++) {
    const facts = factsOf(certificate);
    if (facts === null) break;
    chain.push(facts);
    certificate = certificate.issuerCertificate === certificate ? undefined : certificate.issuerCertificate;
  }
  return chain.sort((a, b) => a.valid_to.localeCompare(b.valid_to))[0] ?? null;
}

function factsOf(certificate: PeerCertificate | undefined): CertificateView | null {
  if (certificate?.valid_to === undefined) return null;
  const subject = nameOf(certificate.subject);
  const issuer = nameOf(certificate.issuer);
  return {
    subject,
    issuer,
    names: (certificate.subjectaltname ?? "")
      .split(", ")
      .map((name) => name.replace(/^(?:DNS|IP Address):/, ""))
      .filter(Boolean)
      .slice(0, MAX_NAMES),
    valid_from: isoDate(certificate.valid_from),
    valid_to: isoDate(certificate.valid_to),
    self_signed: JSON.stringify(certificate.subject) === JSON.stringify(certificate.issuer),
  };
}

/** Returns the common name, or the organization without one. A repeated field is a list. */
function nameOf(party: PeerCertificate["subject"] | undefined): string {
  const name: string | string[] = party?.CN ?? party?.O ?? "";
  return (Array.isArray(name) ? name.join(", ") : name).slice(0, 200);
}

function isoDate(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

const ONE = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;

export function isCertificates(pem: string): boolean {
  const found = pem.match(ONE) ?? [];
  return found.length > 0 && !pem.includes("PRIVATE KEY") && found.every(isReadable);
}

function isReadable(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** Contexts by PEM text. Creating one reads every known CA, which takes about 40 ms. */
const contexts = new Map<string, SecureContext>();
const MAX_CONTEXTS = 50;

/**
 * Trusts the default CAs and those in `ca` (PEM): root, intermediate, or the site's own self-signed certificate. Names
 * and dates are still checked. Throws if `ca` contains no certificate.
 */
export function createTrustContext(ca: string): SecureContext {
  const known = contexts.get(ca);
  if (known !== undefined) return known;
  const context = tls.createSecureContext({
    ca: [...tls.getCACertificates("default"), ca],
    allowPartialTrustChain: true,
  });
  if (contexts.size >= MAX_CONTEXTS) contexts.clear();
  contexts.set(ca, context);
  return context;
}
