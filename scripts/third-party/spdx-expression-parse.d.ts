/** The package has no types of its own. */
declare module "spdx-expression-parse" {
  /** A licence, or two joined expressions. */
  export type Info =
    | { license: string; plus?: true; exception?: string }
    | { conjunction: "and" | "or"; left: Info; right: Info };
  /** @throws Error if it is no SPDX expression */
  export default function parse(expression: string): Info;
}
