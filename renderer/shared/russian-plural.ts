const rules = new Intl.PluralRules("ru");

/** „1 версия, 2 версии, 5 версий“: the form that goes with a count. */
export function plural(count: number, one: string, few: string, many: string): string {
  const rule = rules.select(count);
  return rule === "one" ? one : rule === "few" ? few : many;
}
