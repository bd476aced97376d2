/** Loaded with `-r` before the service: faults that nobody catches, made from outside by a signal. */
process.on("SIGUSR2", () => void Promise.reject(new Error("a stray rejection")));
process.on("SIGWINCH", () => void Promise.reject(Object.create(null)));
process.on("SIGHUP", () => {
  throw new Error("a stray exception");
});
