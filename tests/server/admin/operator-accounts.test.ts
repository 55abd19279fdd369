// Operator accounts under concurrent calls: what begins before a reset has no effect after it.
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CODE } from '../../../core/errors/errors.ts';
import { opsMigrations } from '../../../server/admin/admin-migrations.ts';
import { OperatorAccounts } from '../../../server/admin/operator-accounts.ts';
import { migrate } from '../../../server/store/migrate.ts';
import { openSecretBox } from '../../../server/store/secret-box.ts';
import { accountMigrations } from '../../../server/services/accounts/account-migrations.ts';
import { openSqlite } from '../../../server/store/sqlite/sqlite-store.ts';
import type { Store } from '../../../server/store/store.ts';
import { codeAt } from '../../support/server/authenticator.ts';
import { OPERATOR_PASSWORD as PASSWORD } from '../../support/server/operator-client.ts';
import { dataFolder } from '../../support/server/data-folder.ts';

let store: Store;
let accounts: OperatorAccounts;
let nowMs = Date.UTC(2026, 10, 27);

beforeEach(async () => {
  const folder = dataFolder();
  store = await openSqlite(folder);
  await migrate(store, [...accountMigrations, ...opsMigrations]);
  accounts = new OperatorAccounts(store, openSecretBox(folder), () => nowMs);
});
afterEach(() => store.close());

/** A code that was not used before. */
function fresh(secret: string): string {
  nowMs += 30_000;
  return codeAt(secret, nowMs);
}

async function join(invite: string): Promise<{ secret: string; session: string }> {
  const { secret } = await accounts.openInvitation(invite);
  return { secret, session: await accounts.acceptInvitation(invite, PASSWORD, fresh(secret)) };
}

it('O11 a login under way has no session once the account was reset, also after it is set up again', async () => {
  const { secret } = await join(await accounts.invite('ann', 'admin'));
  const login = accounts.login({ name: 'ann', password: PASSWORD, code: fresh(secret) });
  const invite = await accounts.reset('ann');
  const stale = await login;
  const { session } = await join(invite);
  expect(await accounts.operatorOf(session)).toEqual({ name: 'ann', role: 'admin' });
  expect(stale && (await accounts.operatorOf(stale))).toBeNull();
});

it('O11 an old invitation that is being accepted ends with a reset, which is not undone', async () => {
  const old = await accounts.invite('ben', 'finance');
  const { secret } = await accounts.openInvitation(old);
  const accepted = accounts.acceptInvitation(old, PASSWORD, fresh(secret)).catch((error: unknown) => error);
  // The code is consumed, and the password is being hashed.
  const isConsumed = async (): Promise<boolean> =>
    (await store.first('SELECT name FROM ops_account WHERE last_step > 0')) !== undefined;
  while (!(await isConsumed())) await setImmediate();
  const invite = await accounts.reset('ben');
  expect(await accepted).toMatchObject({ reject: { code: CODE.inviteInvalid } });
  const { session } = await join(invite);
  expect(await accounts.operatorOf(session)).toEqual({ name: 'ben', role: 'finance' });
});

it('O11 wrong codes of whoever has the password lock no device that its owner has logged in from', async () => {
  const { secret, session } = await join(await accounts.invite('eve', 'admin'));
  const device = (await accounts.deviceOf(session)) ?? '';
  const logIn = (code: string, from = ''): Promise<string | null> =>
    accounts.login({ name: 'eve', password: PASSWORD, code, device: from });
  for (let tries = 0; tries < 5; tries += 1) expect(await logIn('abcdef')).toBeNull();
  expect(await logIn(fresh(secret))).toBeNull();
  // One that is made up, or of another operator, is none.
  const other = (await accounts.deviceOf((await join(await accounts.invite('fay', 'admin'))).session)) ?? '';
  for (const foreign of [other, `x${device}`, `${device}x`, '.', 'x'])
    expect(await logIn(fresh(secret), foreign)).toBeNull();
  expect(await logIn(fresh(secret), device)).not.toBeNull();
  expect(await logIn(fresh(secret))).toBeNull();
  for (let tries = 0; tries < 5; tries += 1) expect(await logIn('abcdef', device)).toBeNull();
  expect(await logIn(fresh(secret), device)).toBeNull();
  expect(await accounts.deviceOf('none')).toBeNull();
});

it('O11 five wrong codes beside the right password lock, also at once; a right one is answered as a wrong one then', async () => {
  const { secret } = await join(await accounts.invite('cat', 'finance'));
  const logIn = (code: string, password = PASSWORD): Promise<string | null> =>
    accounts.login({ name: 'cat', password, code });
  const wrong = (): Promise<string | null> => logIn('abcdef');
  const guesses = [...(await Promise.all([wrong(), wrong(), wrong()])), await wrong(), await wrong()];
  expect(guesses).toEqual([null, null, null, null, null]);
  expect(await logIn(fresh(secret))).toBeNull();
  nowMs += 15 * 60_000;
  // A wrong password is no guess at a code, and locks no account.
  for (let tries = 0; tries < 5; tries += 1) expect(await logIn(fresh(secret), 'another')).toBeNull();
  expect(await logIn(fresh(secret))).not.toBeNull();
  // A right code takes back what was counted.
  for (let tries = 0; tries < 4; tries += 1) expect(await wrong()).toBeNull();
  expect(await logIn(fresh(secret))).not.toBeNull();
});
