// The CSV file of a list in one piece: the exchange answers with the newest 10 000 lines up to a time.

/**
 * Fetches part after part, each line once. `timeColumn`: what the list is filtered by, in ms; its lines have no line
 * breaks. Rejects as `fetchPart`.
 */
export async function wholeCsv(
  timeColumn: string,
  fetchPart: (upTo: { endTime?: number }) => Promise<{ csv?: string | undefined; hasMore: boolean }>,
): Promise<string> {
  // The header, and lines of the very time at which a part ends, come again with the next.
  const lines = new Set<string>();
  let upTo = {};
  for (let more = true; more;) {
    const { csv = '', hasMore } = await fetchPart(upTo);
    const before = lines.size;
    const part = csv.split('\r\n').filter((line) => line !== '');
    for (const line of part) lines.add(line);
    const column = part[0]?.split(',').indexOf(timeColumn) ?? -1;
    upTo = { endTime: Number(part.at(-1)?.split(',')[column]) };
    more = hasMore && lines.size > before;
  }
  return [...lines].map((line) => `${line}\r\n`).join('');
}
