// @vitest-environment happy-dom
// Named layouts of the page: on the device without an account, sent after login, and never lost to another device.
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callAsStoredSession } from '../../support/browser/stored-session.ts';
import { responseSchema } from '../../../src/api/response-schema.ts';
import {
  chooseLayout,
  layouts,
  loadLayouts,
  removeLayout,
  renameLayout,
  restoreLayout,
  saveLayout,
} from '../../../src/stores/account/layouts.ts';
import { stored } from '../../../src/stores/device/storage.ts';

interface Saved {
  name: string;
  version: number;
  layout: string;
  updateTime: number;
}
/** The account's layouts, as the exchange keeps them. */
let account: Map<string, Saved>;
let online = true;
/** Changes arrive, and their answers do not. */
let answersLost = false;

/** The exchange's rules: a change is made where its version is the stored one. */
function answer(form: Record<string, string>): object {
  const list = (): Saved[] => [...account.values()];
  const { layoutName: name, layoutVersion = '0', layout, layoutRename: to, layoutRemove } = form;
  if (name === undefined) return { list: list() };
  const version = account.get(name)?.version ?? 0;
  if (version !== Number(layoutVersion)) return { list: list(), saved: 0 };
  const before = account.get(name);
  if (layoutRemove === '1') account.delete(name);
  else if (to !== undefined && before) {
    account.delete(name);
    account.set(to, { ...before, name: to, version: version + 1 });
  } else account.set(name, { name, version: version + 1, layout: layout ?? '', updateTime: 1 });
  return { list: list(), saved: 1 };
}

function logIn(id = 7): void {
  stored('fxproUserToken').value = `token of ${id}`;
  stored('fxproUserInfo').value = { user: { id, email: 'a@b.cd' }, userKyc: null, hasGoogleAuth: 0, service: '' };
}
function logOut(): void {
  stored('fxproUserToken').value = '';
  stored('fxproUserInfo').value = null;
}
const names = (): string[] => layouts.value.map(({ name }) => name);
const find = (name: string) => layouts.value.find((each) => each.name === name)!;

beforeAll(async () => {
  await responseSchema('/user/layout');
  callAsStoredSession();
});
beforeEach(() => {
  account = new Map();
  online = true;
  answersLost = false;
  logOut();
  stored('fxproLayouts').value = [];
  stored('mainInd').value = 'MA';
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (!online) throw new TypeError('no network');
    expect(path).toBe('/user/layout');
    const data = answer(Object.fromEntries(new URLSearchParams(String(init.body))));
    if (answersLost) throw new TypeError('connection reset');
    return new Response(JSON.stringify({ code: 0, msg: 'OK', data }));
  });
});

describe('a layout', () => {
  it('of a visitor is on the device, and joins the account after login', async () => {
    await saveLayout('Scalping');
    expect([names(), account.size]).toEqual([['Scalping'], 0]);
    logIn();
    await loadLayouts();
    expect([names(), find('Scalping')]).toMatchObject([['Scalping'], { version: 1, unsent: false }]);
    expect([...account.keys()]).toEqual(['Scalping']);
  });

  it('brings back panes, charts, interval and indicators', async () => {
    stored('mainInd').value = 'BOLL(20,2)';
    stored('fxproInterval').value = '1h';
    stored('fxproTerminal').value = '{"sizes":{"book":300},"hidden":["list"]}';
    await saveLayout('Swing');
    stored('mainInd').value = 'MA';
    stored('fxproInterval').value = '1m';
    stored('fxproTerminal').value = '';
    chooseLayout(find('Swing'));
    expect([stored('mainInd').value, stored('fxproInterval').value, stored('fxproTerminal').value]).toEqual([
      'BOLL(20,2)',
      '1h',
      '{"sizes":{"book":300},"hidden":["list"]}',
    ]);
  });

  it('of another version changes nothing that it does not have', () => {
    for (const layout of ['{', 'null', '[]', '{"fxproInterval":"7s","other":"x"}', '{"mainInd":3}'])
      chooseLayout({ layout });
    expect(stored('mainInd').value).toBe('MA');
    expect(stored('fxproInterval').value).not.toBe('7s');
  });

  it('saved without a connection is sent with the next one', async () => {
    logIn();
    await loadLayouts();
    online = false;
    expect(await saveLayout('Night')).toBe('Night');
    await expect(loadLayouts()).rejects.toThrow();
    expect(find('Night')).toMatchObject({ unsent: true });
    online = true;
    await loadLayouts();
    expect(find('Night')).toMatchObject({ unsent: false, version: 1 });
  });

  it('whose answer was lost is there once', async () => {
    logIn();
    answersLost = true;
    expect(await saveLayout('Night')).toBe('Night');
    answersLost = false;
    await loadLayouts();
    expect([names(), [...account.keys()]]).toEqual([['Night'], ['Night']]);
    expect(find('Night')).toMatchObject({ unsent: false, version: 1 });
  });

  it('that another device changed meanwhile stays, and this one is saved beside it', async () => {
    logIn();
    await saveLayout('Scalping');
    account.set('Scalping', { name: 'Scalping', version: 2, layout: '{"mainInd":"EMA"}', updateTime: 2 });
    expect(await saveLayout('Scalping')).toBe('Scalping 2');
    expect(names()).toEqual(['Scalping', 'Scalping 2']);
    expect(find('Scalping').layout).toBe('{"mainInd":"EMA"}');
    expect(account.get('Scalping')?.version).toBe(2);
    // The next save knows the version of the other device.
    expect(await saveLayout('Scalping')).toBe('Scalping');
  });

  it('is renamed and removed unless another device has changed it', async () => {
    logIn();
    await saveLayout('A');
    await saveLayout('B');
    expect(await renameLayout(find('A'), 'B')).toBe(false);
    expect(await renameLayout(find('A'), 'C')).toBe(true);
    expect(names()).toEqual(['B', 'C']);
    const seen = find('B');
    account.set('B', { ...account.get('B')!, version: 5 });
    expect(await removeLayout(seen)).toBe(false);
    expect(find('B').version).toBe(5);
    const removed = find('B');
    expect(await removeLayout(removed)).toBe(true);
    expect(names()).toEqual(['C']);
    await restoreLayout(removed);
    expect([names(), account.get('B')?.layout]).toEqual([['B', 'C'], removed.layout]);
  });

  it('of one account is not shown or sent to another', async () => {
    logIn(7);
    await saveLayout('Mine');
    online = false;
    await saveLayout('Unsent');
    online = true;
    logOut();
    expect(names()).toEqual([]);
    account = new Map();
    logIn(8);
    await loadLayouts();
    expect([names(), account.size]).toEqual([[], 0]);
  });

  it('of an account that has left is not taken by a visitor who saves one of that name', async () => {
    logIn(7);
    stored('mainInd').value = 'EMA';
    await saveLayout('Scalping');
    logOut();
    stored('mainInd').value = 'BOLL';
    await saveLayout('Scalping');
    expect([names(), find('Scalping')]).toMatchObject([['Scalping'], { version: 0, owner: 0 }]);
    expect(await renameLayout(find('Scalping'), 'Swing')).toBe(true);
    expect(await removeLayout(find('Swing'))).toBe(true);
    logIn(7);
    expect(find('Scalping').layout).toContain('EMA');
  });

  it('of one account is not shown to the next user whose session begins before the answer', async () => {
    logIn(7);
    await saveLayout('Mine');
    const loading = loadLayouts();
    const saving = saveLayout('Another');
    logOut();
    await Promise.all([loading, saving]);
    expect([names(), [...account.keys()]]).toEqual([[], ['Mine', 'Another']]);
    logIn(7);
    const removing = removeLayout(find('Mine'));
    logOut();
    await saveLayout('Mine');
    await removing;
    expect(names()).toEqual(['Mine']);
  });

  it('is sent in no other session than its own', async () => {
    logIn(7);
    online = false;
    await saveLayout('A');
    await saveLayout('B');
    online = true;
    const sent: string[] = [];
    const answers = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      sent.push(`${(init.headers as Record<string, string>)['accesstoken']} ${String(init.body)}`);
      const answer = await answers(path, init);
      if (String(init.body).includes('layoutName')) logIn(8);
      return answer;
    });
    await loadLayouts();
    expect(sent.filter((each) => each.startsWith('token of 8'))).toEqual([]);
    expect(sent).toHaveLength(2);
  });
});
