// The account services on both stores: every statement once, with the same result.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../core/units/durations.ts';
import { MailCodes } from '../../../../server/services/auth/mail-codes.ts';
import { closeDay, profitOf } from '../../../../server/services/valuation/equity.ts';
import { Favourites } from '../../../../server/services/accounts/favourites.ts';
import { PASSWORD_THROTTLE, LoginThrottle } from '../../../../server/services/auth/login-throttle.ts';
import { KycStore } from '../../../../server/services/kyc/kyc.ts';
import { accountMigrations } from '../../../../server/services/accounts/account-migrations.ts';
import { Notices } from '../../../../server/services/notifications/notices.ts';
import { openPictures } from '../../../../server/services/kyc/pictures.ts';
import { ResetReviews } from '../../../../server/services/auth/reset-reviews.ts';
import { payRewards } from '../../../../server/services/accounts/rewards.ts';
import { Sessions } from '../../../../server/services/auth/sessions.ts';
import { TwoFactor } from '../../../../server/services/auth/two-factor.ts';
import { Users } from '../../../../server/services/auth/users.ts';
import { openSecretBox } from '../../../../server/store/secret-box.ts';
import { exchangeMigrations } from '../../../../server/sequencer/migrations/order-migrations.ts';
import { migrate } from '../../../../server/store/migrate.ts';
import type { Store } from '../../../../server/store/store.ts';
import { STORE_KINDS, databaseOf, postgresForFile } from '../../../support/server/test-database.ts';
import { codeAt } from '../../../support/server/authenticator.ts';
import { fieldOf } from '../../../support/data/picture-files.ts';

const MONDAY = Date.UTC(2026, 10, 16);
const server = postgresForFile();
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'defi-both-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function withStore(
  kind: (typeof STORE_KINDS)[number],
  skip: (note: string) => never,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  const store = await (await databaseOf(kind, server, skip)).open();
  try {
    await migrate(store, [...exchangeMigrations, ...accountMigrations]);
    await work(store);
  } finally {
    await store.close();
  }
}
const rejected = (code: number) => ({ reject: { code } });

describe.each(STORE_KINDS)('the account services on %s', (kind) => {
  it('stores users, sessions, codes and guesses', async ({ skip }) =>
    withStore(kind, skip, async (store) => {
      let nowMs = MONDAY;
      const now = (): number => nowMs;
      const secretBox = openSecretBox(folder);
      const users = new Users(store);
      const host = await users.add({
        email: 'Host@example.com',
        passwordHash: 'h',
        invitedBy: null,
        demoDue: true,
        now: nowMs,
      });
      const guest = await users.add({
        email: 'g@example.com',
        passwordHash: 'h',
        invitedBy: host.uid,
        demoDue: false,
        now: nowMs,
      });
      await expect(
        users.add({ email: 'HOST@example.com', passwordHash: 'h', invitedBy: null, demoDue: true, now: nowMs }),
      ).rejects.toMatchObject(rejected(1410));
      expect((await users.withoutDemoCredit()).map(({ uid }) => uid)).toEqual([host.uid]);
      await users.markDemoCredited(host.uid);
      await users.setPassword(host.uid, 'h2');
      await users.lockWithdrawals(host.uid, 500);
      await users.lockWithdrawals(host.uid, 400);
      await users.setActive(host.uid, false);
      await users.setCreditScore(host.uid, 7);
      await users.setAntiPhish(host.uid, "o'word");
      expect(await users.byUid(host.uid)).toEqual({
        ...host,
        passwordHash: 'h2',
        demoCredited: true,
        withdrawLockUntil: 500,
        active: false,
        creditScore: 7,
        antiPhish: "o'word",
      });
      expect(await users.uidOfInviteCode(host.inviteCode.toLowerCase())).toBe(host.uid);
      expect([await users.frozenUids(), await users.invitedBy(host.uid, 5)]).toEqual([
        [host.uid],
        { list: [guest], total: 1 },
      ]);

      const sessions = new Sessions(store, now);
      const { token } = await sessions.start(host.uid, { ip: '::1', agent: 'A' });
      await sessions.start(host.uid);
      nowMs += 11 * 60_000;
      const session = (await new Sessions(store, now).sessionOf(token))!;
      expect((await sessions.list(session)).map(({ current, lastTime }) => [current, lastTime])).toEqual([
        [1, nowMs],
        [0, MONDAY],
      ]);
      await sessions.endListed(session, (await sessions.list(session))[1]!.id);
      await sessions.endAll(host.uid, session.sessionKey);
      expect(await sessions.list(session)).toHaveLength(1);

      const codes = new MailCodes(store, secretBox, now);
      const code = await codes.create({ email: 'a@b.cd', scene: 'withdraw' });
      await codes.check({ email: 'a@b.cd', scene: 'withdraw' }, code);
      await codes.use({ email: 'a@b.cd', scene: 'withdraw' }, code);
      await expect(codes.use({ email: 'a@b.cd', scene: 'withdraw' }, code)).rejects.toMatchObject(rejected(1402));

      const guard = new LoginThrottle(store, secretBox, now);
      const tries = await Promise.allSettled(
        Array.from({ length: 20 }, () => guard.attempt('x', PASSWORD_THROTTLE, { proven: true })),
      );
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      await guard.clear('x');
      nowMs += 2 * DAY_MS;
      await guard.deleteExpired();
    }));

  it('stores second factors, KYC, notices and favourites', async ({ skip }) =>
    withStore(kind, skip, async (store) => {
      const now = (): number => MONDAY;
      const secretBox = openSecretBox(folder);
      const pictures = openPictures(folder, secretBox);
      const { uid } = await new Users(store).add({
        email: 'a@example.com',
        passwordHash: 'h',
        invitedBy: null,
        demoDue: false,
        now: MONDAY,
      });
      const twoFactor = new TwoFactor({ store, secretBox, throttle: new LoginThrottle(store, secretBox, now), now });
      await twoFactor.prepare(uid, 'a@example.com');
      const { secret } = await twoFactor.prepare(uid, 'a@example.com');
      const recovery = await twoFactor.bind(uid, secret, codeAt(secret, MONDAY - 30_000));
      const uses = await Promise.allSettled(
        Array.from({ length: 5 }, () => twoFactor.use(uid, codeAt(secret, MONDAY))),
      );
      expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await twoFactor.useRecovery(uid, recovery[0]!);
      await twoFactor.unbind(uid);
      expect(await twoFactor.isBound(uid)).toBe(false);

      const reviews = new ResetReviews(store, pictures, now);
      for (let n = 0; n < 2; n += 1) await reviews.submit(uid, fieldOf('gray'));
      expect([await reviews.queue(), await reviews.close(uid), await reviews.close(uid)]).toEqual([[uid], true, false]);

      const kyc = new KycStore(store, secretBox, pictures, now);
      await kyc.save(uid, { fullName: '陳 小明' }, true);
      await kyc.save(
        uid,
        { country: 'TW', certType: '1', certNo: '1234', imgFront: fieldOf('jpeg'), imgBack: fieldOf('webp') },
        false,
      );
      expect(await kyc.queue()).toEqual([uid]);
      await kyc.decide(uid, false, { certNo: 'unclear' });
      expect(await kyc.of(uid)).toMatchObject({
        status: 2,
        reasons: { certNo: 'unclear' },
        form: { fullName: '陳 小明' },
      });

      const notices = new Notices(store, async () => 'en-US', now);
      await notices.notify(uid, { category: 'security', template: 'welcome' });
      const id = await notices.announce('t', 'c');
      const filter = { kind: 'all', unread: true, offset: 0, limit: 9, language: 'en-US' } as const;
      expect((await notices.list(uid, filter)).list.map(({ title }) => title)).toEqual(['t', 'Welcome']);
      expect(await notices.markRead(uid, [id])).toBe(1);
      expect(await notices.markRead(uid, null)).toBe(0);
      expect(await notices.list(-1, { ...filter, kind: 'system' })).toMatchObject({ total: 1 });
      expect(await notices.system(id, 'en-US')).toMatchObject({ title: 't' });

      const favourites = new Favourites(store, now);
      for (const coin of [5, 2, 9]) await favourites.add(uid, coin);
      expect(await favourites.reorder(uid, [9, 9, 7, 5])).toEqual([9, 5, 2]);
      expect(await favourites.add(uid, 3)).toEqual([9, 5, 2, 3]);
      expect(await favourites.remove(uid, [5])).toEqual([9, 2, 3]);
    }));

  it('closes days and pays rewards', async ({ skip }) =>
    withStore(kind, skip, async (store) => {
      const users = new Users(store);
      const host = await users.add({
        email: 'h@example.com',
        passwordHash: 'h',
        invitedBy: null,
        demoDue: false,
        now: MONDAY,
      });
      const guest = await users.add({
        email: 'g@example.com',
        passwordHash: 'h',
        invitedBy: host.uid,
        demoDue: false,
        now: MONDAY,
      });
      await store.run(
        `INSERT INTO exchange_order (id, uid, coin_info_id, client_no, side, order_type, tif, post_only, price_ticks, lots, total_units, deal_lots, deal_units, fee_units, frozen_units, status, reason, create_time, update_time)
      VALUES (1, ?, 2, 'x', 'sell', 'limit', 'GTC', 0, 1, 1, 0, 1, 1, 1000, 0, 3, '', ?, ?)`,
        [guest.uid, MONDAY, MONDAY],
      );
      await store.run(
        'INSERT INTO exchange_deal (id, order_id, uid, coin_info_id, price_ticks, lots, units, fee_units, maker, ts) VALUES (1, 1, ?, 2, 1, 1, 1, 1000, 0, ?)',
        [guest.uid, MONDAY],
      );
      const paid: unknown[] = [];
      const parts = {
        store,
        now: () => MONDAY + DAY_MS + 5,
        equityOf: async () => 100n,
        valueOf: (_: number, units: bigint) => units,
      };
      await payRewards(
        {
          ...parts,
          quoteCoinOf: () => 1,
          pay: async (...due) => {
            paid.push(due);
          },
        },
        () => true,
      );
      expect(paid).toEqual([[host.uid, 100n, 'invite 2026-11-16']]);
      await closeDay(parts, () => true);
      expect(await profitOf(parts, host.uid, 0)).toMatchObject({
        today: 0n,
        total: 100n,
        days: [{ startTime: MONDAY, equity: 100n }, { startTime: MONDAY + DAY_MS }],
      });
    }));
});
