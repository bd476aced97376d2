/** Facts from a site's certificate. */
import type { DetailedPeerCertificate, PeerCertificate, TLSSocket } from "node:tls";

export interface CertificateFacts {
  subject: string;
  issuer: string;
  names: string[];
  valid_from: string;
  valid_to: string;
  self_signed: boolean;
}

const MAX_NAMES = 10;

/** Null before the handshake. */
export function certificateOf(socket: TLSSocket): CertificateFacts | null {
  return factsOf(socket.getPeerCertificate(true));
}

/** Returns the certificate of the chain that expires first. */
export function firstToExpire(socket: TLSSocket): CertificateFacts | null {
  const chain: CertificateFacts[] = [];
  let certificate: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  for (let depth = 0; certificate !== undefined && depth < 10; depth++) {
    const facts = factsOf(certificate);
    if (facts === null) break;
    chain.push(facts);
    certificate = certificate.issuerCertificate === certificate ? undefined : certificate.issuerCertificate;
  }
  return chain.sort((a, b) => a.valid_to.localeCompare(b.valid_to))[0] ?? null;
}

function factsOf(certificate: PeerCertificate | undefined): CertificateFacts | null {
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
