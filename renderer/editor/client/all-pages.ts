/**
 * All rows of a list that the appliance gives by pages, one page after the other.
 * @param page asks for one page; its cursor is null for the first
 * @throws what `page` throws
 */
export async function allPages<Row>(
  page: (cursor: string | null) => Promise<{ items: Row[]; next_cursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const { items, next_cursor } = await page(cursor);
    rows.push(...items);
    cursor = next_cursor;
  } while (cursor !== null);
  return rows;
}
