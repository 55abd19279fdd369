// Puts the accounts room together from the store, the exchange and the settings.
import { type Instrument, USDT_ID } from '../../contract/instrument.ts';
import { isReject } from '../../contract/order.ts';
import { type PriceTicks, parseMoney, printMoney } from '../../contract/units.ts';
import type { Config } from '../config.ts';
import { worthOf } from '../gateway/calls/assets.ts';
import type { Handlers } from '../gateway/handler.ts';
import { type Limits, createLimits } from '../gateway/limits.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Store } from '../store/store.ts';
import { type AccountPath, accountHandlers, finishRegistrations } from './accounts.ts';
import { createCodes } from './codes.ts';
import { createFavourites } from './favourites.ts';
import { createMail } from './mail.ts';
import { type Sessions, createSessions } from './sessions.ts';
import { createUsers } from './users.ts';

/** What a new person gets in demo mode, in USDT. */
const DEMO_USDT = '10000';

export interface AccountsOptions {
  config: Config;
  store: Store;
  sequencer: Sequencer;
  /** What is offered now, and everything that people may hold. */
  listed: ReadonlyMap<number, Instrument>;
  known: ReadonlyMap<number, Instrument>;
  lastTicks(coinInfoId: number): PriceTicks;
  now(): number;
  log(what: string, error: unknown): void;
}

export interface Accounts {
  handlers: Handlers<AccountPath>;
  sessions: Sessions;
  limits: Limits;
}

/** Takes out what nobody can use any more. */
async function sweep(store: Store, now: number): Promise<void> {
  await store.run('DELETE FROM sessions WHERE expire_time <= ?', [now]);
  await store.run('DELETE FROM mail_codes WHERE expire_time <= ?', [now]);
}

/** Opens the room and finishes what the last end of the process cut off. */
export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const { config, store, sequencer, listed, known, lastTicks, now } = options;
  const users = createUsers(store);
  const sessions = createSessions(store, now);
  const limits = createLimits(config.rateLimit);
  const parts = { users, creditDemo: (uid: number) => creditDemo(sequencer, uid) };
  await sweep(store, now());
  await finishRegistrations(parts);
  const handlers = accountHandlers({
    ...parts, sessions, limits,
    codes: createCodes(store, now),
    favourites: createFavourites(store, now),
    mail: config.smtpUrl ? await createMail(config.smtpUrl, config.mailFrom) : null,
    demo: config.demo,
    houseInviteCode: config.inviteCode,
    worthOf: async (uid) => {
      const { spot, contract } = await worthOf({ instruments: known, lastTicks, reads: sequencer.reads }, uid);
      return { spot: printMoney(spot), contract: printMoney(contract) };
    },
    isInstrument: (coinInfoId) => listed.has(coinInfoId),
    log: (error) => options.log('a letter was not sent', error),
  });
  return { handlers, sessions, limits };
}

/** Once for each person: somebody who has, or had, USDT got it before the process ended. Throws Error when the exchange refuses. */
async function creditDemo(sequencer: Sequencer, uid: number): Promise<void> {
  const balances = await sequencer.reads.balances(uid);
  if (balances.some(({ coinId }) => coinId === USDT_ID)) return;
  const { answer } = await sequencer.submit({
    kind: 'credit', uid, wallet: 'spot', coinId: USDT_ID, units: parseMoney(DEMO_USDT) ?? 0n, recordType: 'spot_manual_add', remark: 'demo',
  });
  if (isReject(answer)) throw new Error(`the demo money of ${uid} was refused with ${answer.code}`);
}
