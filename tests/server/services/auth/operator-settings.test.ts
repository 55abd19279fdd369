// Effects of the operator's settings: mail server, demo mode, invite code; and an interrupted registration.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { portOf } from '../../../../server/gateway/listen.ts';
import { Users } from '../../../../server/services/auth/users.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { hashPassword } from '../../../../server/services/auth/passwords.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import { openSqlite } from '../../../../server/store/sqlite/sqlite-store.ts';
import { prepareData } from '../../../support/data/prepared-data.ts';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { mailServer } from '../notifications/mail-server.ts';

let at: Running | undefined;
afterEach(async () => {
  await at?.stop();
  at = undefined;
});

async function start(env: Record<string, string>): Promise<Running> {
  at = await startRunning(env);
  return at;
}

describe('settings', () => {
  it('send codes by mail where there is a mail server, and do not show them', async () => {
    const letters: string[] = [];
    const server = await mailServer(letters);
    const { call } = await start({
      SMTP_URL: `smtp://127.0.0.1:${portOf(server)}`,
      MAIL_FROM: 'exchange@example.com',
    });
    expect((await call('/common/prop', { keys: 'features' })).data).toEqual({ features: { demo: 1, mail: 1 } });
    expect((await call('/common/code/send', { email: 'nobody@example.com', scene: 'forgot' })).data).toEqual({
      expire: 600,
      interval: 60,
    });
    expect((await call('/common/code/send', { email: 'new@example.com', scene: 'register' })).data).toEqual({
      expire: 600,
      interval: 60,
    });
    await expect.poll(() => letters.length).toBe(1);
    expect(letters[0]).toMatch(/^To: new@example\.com$/m);
    const code = /code is (\d{6})/.exec(letters[0] ?? '')?.[1] ?? '';
    expect(
      (await call('/user/register', { email: 'new@example.com', code, password: PASSWORD, rePassword: PASSWORD })).code,
    ).toBe(0);
    server.close();
  });

  it('send codes to the address that is stored, however its letters are typed', async () => {
    const letters: string[] = [];
    const server = await mailServer(letters);
    const { call } = await start({
      SMTP_URL: `smtp://127.0.0.1:${portOf(server)}`,
      MAIL_FROM: 'exchange@example.com',
    });
    // Where capitals matter to a host, the code once proved another mailbox than that of the account.
    await call('/common/code/send', { email: 'ADA@Example.COM', scene: 'register' });
    await expect.poll(() => letters.length).toBe(1);
    expect(letters[0]).toMatch(/^To: ada@example\.com$/m);
    server.close();
  });

  it('answer as usual while the mail server is unreachable', async () => {
    const { call } = await start({ SMTP_URL: 'smtp://127.0.0.1:1' });
    expect(await call('/common/code/send', { email: 'new@example.com', scene: 'register' })).toMatchObject({
      code: 0,
      data: { expire: 600, interval: 60 },
    });
  });

  it('end the demo: no demo money, no code in the response', async () => {
    const { call } = await start({ DEMO: '0' });
    expect((await call('/common/prop', { keys: 'features' })).data.features.demo).toBe(0);
    expect((await call('/common/code/send', { email: 'new@example.com', scene: 'register' })).data).toEqual({
      expire: 600,
      interval: 60,
    });
    expect((await call('/common/prop', { keys: 'faucet' })).data).toEqual({});
  });

  it("require an invite code, the operator's or a user's", async () => {
    const { call } = await start({ INVITE_CODE: 'HOUSE-1' });
    const join = async (email: string, inviteCode?: string) => {
      const {
        data: { demoCode },
      } = await call('/common/code/send', { email, scene: 'register' });
      return call('/user/register', { email, code: demoCode, password: PASSWORD, rePassword: PASSWORD, inviteCode });
    };
    expect((await call('/common/prop', { keys: 'inviteRequired' })).data).toEqual({ inviteRequired: 1 });
    expect((await join('a@example.com')).code).toBe(1413);
    expect((await join('a@example.com', 'HOUSE-2')).code).toBe(1413);
    const host = await join('a@example.com', 'HOUSE-1');
    expect((await join('b@example.com', host.data.user.inviteCode.toLowerCase())).code).toBe(0);
  });

  /** A folder in which a user has just been registered; `demoDue`: in demo mode. */
  async function registered(demoDue: boolean): Promise<string> {
    const dataDir = mkdtempSync(join(tmpdir(), 'defi-cut-off-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    await prepareData(dataDir, {});
    const store = await openSqlite(dataDir);
    await migrate(store, accountMigrations);
    const passwordHash = await hashPassword(PASSWORD, '');
    await new Users(store).add({ email: 'cut@example.com', passwordHash, invitedBy: null, demoDue, now: 1 });
    await store.close();
    return dataDir;
  }

  it('credit the demo money once after an interrupted registration, and never make it real', async () => {
    const dataDir = await registered(true);
    const startsReal = () => startRunning({ DEMO: '0', DATA_DIR: dataDir });
    await expect(startsReal()).rejects.toThrow(/demo money.*DATA_DIR/);
    for (let start = 0; start < 2; start += 1) {
      const running = await startRunning({ DATA_DIR: dataDir });
      const { data } = await running.call('/user/login', { email: 'cut@example.com', password: PASSWORD });
      expect(data.user.usdtAmountSpot).toBe('10000');
      await running.exchange.close();
    }
    await expect(startsReal()).rejects.toThrow(/demo money.*DATA_DIR/);
  });

  it('give no demo money beside real one', async () => {
    const dataDir = await registered(false);
    await expect(startRunning({ DATA_DIR: dataDir })).rejects.toThrow(/DEMO=0/);
    await (await startRunning({ DEMO: '0', DATA_DIR: dataDir })).exchange.close();
  });
});
