// The record as a file: all of it, however many parts the exchange answers with.
import { afterEach, expect, it, vi } from 'vitest';
import { fetchStatement } from '../../../../src/features/wallet/statement-file.ts';
import { callAsAUser } from '../../../support/data/call-context.ts';

const HEADER = 'id,amount,remark\r\n';
/** Ids from the newest down, ten in a part; text of a remark may have a line break. */
const LINES = Array.from({ length: 23 }, (_, at) => ({ id: 23 - at, line: `${23 - at},1,"a\r\nb"\r\n` }));
let asked: (string | null)[];

function answerAll(sendsLastId = true): void {
  asked = [];
  callAsAUser();
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const form = new URLSearchParams(body);
    const lastId = form.get('lastId');
    asked.push(lastId);
    expect(form.get('type')).toBe('recharge');
    const rest = LINES.filter(({ id }) => lastId === null || id < Number(lastId));
    const part = rest.slice(0, 10);
    const more = sendsLastId ? { lastId: part.at(-1)!.id } : {};
    const csv = HEADER + part.map(({ line }) => line).join('');
    const data = { list: [], page: 1, pageSize: 20, total: rest.length, hasMore: rest.length > 10, ...more };
    return Response.json({ code: 0, msg: '', data: { ...data, fileName: 'records-7.csv', csv } });
  });
}

afterEach(() => vi.unstubAllGlobals());

it('a record of more entries than a part has is in one file, each once under one header', async () => {
  answerAll();
  const { name, csv } = await fetchStatement('recharge');
  expect(name).toBe('records-7.csv');
  expect(csv).toBe(HEADER + LINES.map(({ line }) => line).join(''));
  expect(asked).toEqual([null, '14', '4']);
});

it('an exchange that names no last entry gives what it has', async () => {
  answerAll(false);
  expect((await fetchStatement('recharge')).csv).toBe(
    HEADER +
      LINES.slice(0, 10)
        .map(({ line }) => line)
        .join(''),
  );
  expect(asked).toEqual([null]);
});
