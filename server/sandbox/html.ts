/**
 * HTML by template: html`<p>${text}</p>` escapes what is put in, unless that is itself made by html`…`.
 */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

export type HtmlPart = Html | string | number | false | null | readonly HtmlPart[];

export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(strings.map((string, index) => string + source(parts[index] ?? "")).join(""));
}

/** Markup from elsewhere that is to be output as it is. */
export function raw(markup: string): Html {
  return new Html(markup);
}

function source(part: HtmlPart): string {
  if (part instanceof Html) return part.source;
  if (part === false || part === null) return "";
  if (Array.isArray(part)) return part.map(source).join("");
  return String(part).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
