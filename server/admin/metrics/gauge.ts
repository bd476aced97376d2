import Gauge from "prom-client/lib/gauge.js";
import type Registry from "prom-client/lib/registry.js";

type Read = () => number | null | Promise<number | null>;

/** Adds gauges that are read at each scrape. A gauge that reads null has no sample. */
export function gaugesIn(registry: Registry) {
  return (name: string, help: string, read: Read): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
}

type Sample = [labels: Record<string, string>, value: number];

export function labelledGaugesIn(registry: Registry) {
  return (name: string, help: string, labelNames: string[], read: () => Sample[]): void => {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels, value);
      },
    });
  };
}
