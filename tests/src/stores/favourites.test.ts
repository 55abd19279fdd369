// @vitest-environment happy-dom
// Starred markets of an account: the last tap counts, whatever the line does with the answers.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { coin } from '../../support/feed/coin.ts';
import { callAsStoredSession } from '../../support/browser/stored-session.ts';
import { responseSchema } from '../../../src/api/response-schema.ts';
import { favourites, loadFavourites, setFavourite } from '../../../src/stores/market/favourites.ts';
import { stored } from '../../../src/stores/device/storage.ts';

/** The account's list, and the calls on their way, each with what lets it arrive and be answered. */
let account: number[];
let under: { id: number; on: boolean; arrive(code?: number): void }[];

beforeAll(async () => {
  await Promise.all(
    (['/coin/collect/add', '/coin/collect/del', '/coin/infos'] as const).map((path) => responseSchema(path)),
  );
  callAsStoredSession();
});

beforeEach(() => {
  account = [];
  under = [];
  logIn(7);
  stored('collectList').value = [];
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const id = Number(new URLSearchParams(String(init.body)).get('coinInfoId'));
    const on = path === '/coin/collect/add';
    return new Promise((answer) => {
      const arrive = (code = 0): void => {
        if (code === 0) account = [...account.filter((each) => each !== id), ...(on ? [id] : [])];
        answer(new Response(JSON.stringify({ code, msg: '', data: code === 0 ? { collectList: account } : {} })));
      };
      under.push({ id, on, arrive });
    });
  });
});

function logIn(id: number): void {
  stored('fxproUserToken').value = `token of ${id}`;
  stored('fxproUserInfo').value = { user: { id, email: 'a@b.cd' }, userKyc: null, hasGoogleAuth: 0, service: '' };
}

/** Lets the calls arrive, the newest of those on their way first, until none is left. */
async function arriveNewestFirst(): Promise<void> {
  do {
    under.pop()?.arrive();
    await new Promise((done) => {
      setTimeout(done, 5);
    });
  } while (under.length > 0);
}

it('a star is what the last of two quick taps made it, here and in the account', async () => {
  const taps = [setFavourite(1, true), setFavourite(1, false)];
  await vi.waitFor(() => expect(under.length).toBeGreaterThan(0));
  await arriveNewestFirst();
  await Promise.all(taps);
  expect(account).toEqual([]);
  expect(favourites.value).toEqual([]);
});

it('two markets stay starred while the first answer, which names one, arrives', async () => {
  const taps = [setFavourite(1, true), setFavourite(2, true)];
  await vi.waitFor(() => expect(under.length).toBeGreaterThan(0));
  under.shift()!.arrive();
  await taps[0];
  expect(favourites.value).toEqual([1, 2]);
  await vi.waitFor(() => expect(under.length).toBe(1));
  under.shift()!.arrive();
  await taps[1];
  expect(favourites.value).toEqual([1, 2]);
});

it('a star that was refused is taken back, the one after it is not', async () => {
  const refused = setFavourite(1, true);
  const other = setFavourite(2, true);
  await vi.waitFor(() => expect(under.length).toBeGreaterThan(0));
  under.shift()!.arrive(1400);
  await expect(refused).rejects.toMatchObject({ code: 1400 });
  expect(favourites.value).toEqual([2]);
  await vi.waitFor(() => expect(under.length).toBe(1));
  under.shift()!.arrive();
  await other;
  expect(favourites.value).toEqual([2]);
});

it('a star of one account never goes to the next one that logs in here', async () => {
  const taps = [setFavourite(1, true), setFavourite(2, true)];
  await vi.waitFor(() => expect(under.length).toBe(1));
  logIn(8);
  stored('collectList').value = [9];
  await arriveNewestFirst();
  await Promise.all(taps);
  expect(account).toEqual([1]);
  expect(favourites.value).toEqual([9]);
});

describe('favourites of an account that is loaded', () => {
  const ids = [2, 3, 4, 5];
  /** What the list of instruments marks, null: it marks nothing; and the markets that were starred. */
  let marked: number[] | null;
  let added: number[];
  let beforeInfos: () => Promise<unknown>;

  beforeEach(() => {
    marked = [2, 4];
    added = [];
    beforeInfos = () => Promise.resolve();
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const id = Number(new URLSearchParams(String(init.body)).get('coinInfoId'));
      if (id > 0) added.push(id);
      const list = ids.map((one) => ({ ...coin(one), ...(marked ? { collect: marked.includes(one) ? 1 : 0 } : {}) }));
      if (path === '/coin/infos') await beforeInfos();
      const data = path === '/coin/infos' ? { list, version: '1' } : { collectList: [...(marked ?? []), ...added] };
      return new Response(JSON.stringify({ code: 0, msg: '', data }));
    });
  });

  it('are shown on a new device', async () => {
    await loadFavourites(true);
    expect([favourites.value, added]).toEqual([[2, 4], []]);
  });

  it('get those of a visitor who logs in', async () => {
    stored('collectList').value = [5, 4];
    await loadFavourites(true);
    expect([favourites.value, added]).toEqual([[5, 4, 2], [5]]);
  });

  it('are without one that another device has unstarred, in the order of before', async () => {
    stored('collectList').value = [4, 5, 2];
    await loadFavourites(false);
    expect([favourites.value, added]).toEqual([[4, 2], []]);
  });

  it('stay as they are where the exchange does not mark them', async () => {
    marked = null;
    stored('collectList').value = [4, 5];
    await loadFavourites(false);
    expect([favourites.value, added]).toEqual([[4, 5], []]);
  });

  it('keep what is starred while they are fetched', async () => {
    beforeInfos = () => setFavourite(3, true);
    await loadFavourites(false);
    expect(favourites.value).toContain(3);
  });

  it('get those of a visitor who stars one more while logging in', async () => {
    stored('collectList').value = [5];
    beforeInfos = () => setFavourite(3, true);
    await loadFavourites(true);
    expect(new Set(favourites.value)).toEqual(new Set([2, 3, 4, 5]));
    expect(new Set(added)).toEqual(new Set([3, 5]));
  });
});
