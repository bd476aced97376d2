/** Generates values that a JSON Schema allows or forbids, for requests made from the OpenAPI document. */
import fc from "fast-check";

/** The parts of JSON Schema that the document uses. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  maxLength?: number;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: boolean | JsonSchema;
}

/** Without `__proto__`, which would set the prototype of an object literal. */
const anyKey = fc.string({ unit: "binary", maxLength: 12 }).filter((key) => key !== "__proto__");
const anyJson = fc.jsonValue({ maxDepth: 3, stringUnit: "binary" });

/** @throws Error for an unsupported construct, so that no part of a schema is skipped silently */
export function valid(schema: JsonSchema, resolve: (ref: string) => JsonSchema): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return valid(resolve(schema.$ref), resolve);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((option) => valid(option, resolve)));
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "string":
      return schema.format === "uuid"
        ? fc.uuid()
        : fc.string({ unit: "binary", maxLength: Math.min(schema.maxLength ?? 100, 100), size: "max" });
    case "object":
      return schema.properties ? recordOf(schema, resolve) : fc.dictionary(anyKey, anyJson);
    default:
      throw new Error(`Unsupported schema: ${JSON.stringify(schema)}.`);
  }
}

function recordOf({ properties = {}, required = [] }: JsonSchema, resolve: (ref: string) => JsonSchema) {
  const fields = Object.entries(properties).map(([name, field]) => [name, valid(field, resolve)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}

/** Values of every JSON type that the schema does not allow. */
export function wrongType(schema: JsonSchema): fc.Arbitrary<unknown> {
  const allowed = new Set((schema.anyOf ?? [schema]).flatMap((option) => option.type ?? []));
  const candidates: [type: string, values: fc.Arbitrary<unknown>][] = [
    ["null", fc.constant(null)],
    ["boolean", fc.boolean()],
    ["number", fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))],
    ["string", fc.string({ unit: "binary", maxLength: 20 })],
    // Not empty, because PHP encodes an empty map as [] and Galley accepts that.
    ["array", fc.array(anyJson, { minLength: 1, maxLength: 3 })],
    ["object", fc.dictionary(anyKey, anyJson, { maxKeys: 3 })],
  ];
  return fc.oneof(...candidates.filter(([type]) => !allowed.has(type)).map(([, values]) => values));
}

/** Texts that are not a UUID and are valid path segments. */
export const noUuid: fc.Arbitrary<string> = fc.oneof(
  fc
    .string({ unit: "binary", minLength: 1, maxLength: 40 })
    .filter((text) => !/[0-9a-f]{12}\}?$/i.test(text) && !/^\.{1,2}$/.test(text)),
  fc.uuid().map((uuid) => `${uuid}0`),
  fc.uuid().map((uuid) => uuid.slice(1)),
  fc.uuid().map((uuid) => uuid.replace(/.$/, "g")),
);
