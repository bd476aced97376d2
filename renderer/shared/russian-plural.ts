const rules = new Intl.PluralRules("ru");

/** The plural form for a count: 1 версия, 2 версии, 5 версий. */
export function plural(count: number, one: string, few: string, many: string): string {
  const rule = rules.select(count);
  return rule === "one" ? one : rule === "few" ? few : many;
}
