// The record as one CSV file: the exchange answers with a part of 10 000 entries, the newest first.
import { read } from '../../api/read.ts';

/** Every entry of a type, newest first. Throws CallError. */
export async function fetchStatement(type: string): Promise<{ name: string; csv: string }> {
  const file = { name: 'records.csv', csv: '' };
  for (let lastId: number | undefined, more = true; more;) {
    const part = await read('/user/point/change/log', {
      type,
      export: 'csv',
      ...(lastId !== undefined && { lastId }),
    });
    const { fileName = file.name, csv = '', hasMore } = part;
    file.name = fileName;
    // Each part has the header.
    file.csv += lastId === undefined ? csv : csv.slice(csv.indexOf('\n') + 1);
    more = hasMore && part.lastId !== undefined && part.lastId !== lastId;
    lastId = part.lastId;
  }
  return file;
}
