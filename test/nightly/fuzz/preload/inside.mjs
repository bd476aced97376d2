/**
 * `node --import inside.mjs …` tells a parent who signals SIGUSR2 what cannot be seen from outside: memory after a
 * collection, and whether any built-in prototype has changed. The answer is a line of JSON in the file INSIDE_REPORT.
 * Not part of the product.
 */
import fs from "node:fs";
import v8 from "node:v8";
import vm from "node:vm";

v8.setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc");

const prototypes = { Object, Array, Function, String, Number, Boolean, Map, Set, Buffer, Promise, RegExp, Error };
const namesOf = () =>
  Object.entries(prototypes).flatMap(([name, { prototype }]) =>
    Reflect.ownKeys(prototype).map((key) => `${name}.${String(key)}`),
  );

let clean = new Set(namesOf());
// What the service's own modules add while they load is theirs.
setTimeout(() => (clean = new Set(namesOf())), 1_000).unref();

process.on("SIGUSR2", () => {
  collect();
  setImmediate(() => {
    collect();
    const polluted = namesOf().filter((name) => !clean.has(name));
    const report = { polluted, ...process.memoryUsage() };
    fs.writeFileSync(`${process.env.INSIDE_REPORT}.tmp`, JSON.stringify(report));
    fs.renameSync(`${process.env.INSIDE_REPORT}.tmp`, String(process.env.INSIDE_REPORT));
  });
});
