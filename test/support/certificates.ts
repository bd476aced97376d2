/** Valid and invalid certificates, made with openssl. */
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./appliance.ts";

/** PEM. */
export interface Certificate {
  key: string;
  cert: string;
}

const EC_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
const folder = temporaryFolder();
let count = 0;

function openssl(...args: string[]): void {
  execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
}

const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8");

/** A self-signed certificate. @param names such as `IP:127.0.0.1` or `DNS:cms.example.org` */
export function selfSigned(names: string[], days = 90): Certificate {
  const name = `self-${++count}`;
  openssl(
    ...["req", "-x509", ...EC_KEY, "-keyout", `${name}.key`, "-out", `${name}.pem`, "-days", String(days)],
    ...["-subj", "/CN=The Daily Test", "-addext", `subjectAltName=${names.join(",")}`],
  );
  return { key: read(`${name}.key`), cert: read(`${name}.pem`) };
}

/** A private CA and a certificate signed by it. @param dates from and until, as YYYYMMDDHHMMSSZ */
export function signedByOwnAuthority(names: string[], dates: [from: string, until: string]) {
  const name = `own-${++count}`;
  openssl(
    ...["req", "-x509", ...EC_KEY, "-keyout", `${name}-ca.key`, "-out", `${name}-ca.pem`],
    ...["-days", "3650", "-subj", "/CN=The Daily Test CA"],
  );
  const request = ["-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", "/CN=cms.daily.test"];
  openssl("req", ...EC_KEY, ...request);
  fs.writeFileSync(path.join(folder, `${name}.ext`), `subjectAltName=${names.join(",")}\n`);
  fs.writeFileSync(path.join(folder, `${name}.index`), "");
  const rules = `database=${name}.index\nnew_certs_dir=.\nrand_serial=yes\ndefault_md=sha256\npolicy=p`;
  const config = `[ca]\ndefault_ca=d\n[d]\n${rules}\n[p]\ncommonName=supplied\n`;
  fs.writeFileSync(path.join(folder, `${name}.cnf`), config);
  openssl(
    ...["ca", "-batch", "-notext", "-config", `${name}.cnf`, "-cert", `${name}-ca.pem`, "-keyfile", `${name}-ca.key`],
    ...["-in", `${name}.csr`, "-out", `${name}.pem`, "-extfile", `${name}.ext`],
    ...["-startdate", dates[0], "-enddate", dates[1]],
  );
  return { ca: read(`${name}-ca.pem`), key: read(`${name}.key`), cert: read(`${name}.pem`) };
}
