/** Packages put together byte by byte, whole ones and such as no program would make. */
import { gzipSync } from "node:zlib";

export interface TarFile {
  name: string;
  content: string | Buffer;
  /** What its head says instead of its length. */
  said?: number;
  /** Of the entry; "0", a file, unless told otherwise. */
  type?: string;
}

export function tar(files: TarFile[]): Buffer {
  const entries = files.map(({ name, content, said, type = "0" }) => {
    const body = Buffer.from(content);
    const head = Buffer.alloc(512);
    head.write(name, 0, "latin1");
    head.write("0000644\0", 100);
    head.write(`${(said ?? body.length).toString(8).padStart(11, "0")}\0`, 124);
    head.write("        ", 148);
    head.write(type, 156);
    head.write("ustar\x0000", 257);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    return Buffer.concat([head, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
  });
  return Buffer.concat([...entries, Buffer.alloc(1024)]);
}

/** @param members of the archive in their order */
export function deb(members: { name: string; content: Buffer; said?: string }[]): Buffer {
  const parts = members.map(({ name, content, said }) =>
    Buffer.concat([
      Buffer.from(
        `${name.padEnd(16)}${"0".padEnd(12)}${"0".padEnd(6)}${"0".padEnd(6)}${"100644".padEnd(8)}${(said ?? String(content.length)).padEnd(10)}\`\n`,
      ),
      content,
      Buffer.alloc(content.length % 2, "\n"),
    ]),
  );
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts]);
}

export const FORMAT = { name: "debian-binary", content: Buffer.from("2.0\n") };

/** A deb of Galley as the packages are made: its control part as gzip. */
export function galleyDeb(version: string, arch: string, release?: object): Buffer {
  const control = tar([
    { name: "./control", content: `Package: galley\nVersion: ${version}-1\nArchitecture: ${arch}\nMaintainer: x\n` },
    ...(release === undefined ? [] : [{ name: "./release", content: JSON.stringify(release) }]),
  ]);
  const data = { name: "data.tar.xz", content: Buffer.from("what lies in it is not looked at") };
  return deb([FORMAT, { name: "control.tar.gz", content: gzipSync(control) }, data]);
}
