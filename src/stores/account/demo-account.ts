// Opens a demo account in one call: a generated address, and money in both of its accounts.
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { CODE } from '../../../core/errors/errors.ts';
import { USDT_ID } from '../../../core/instruments/instrument.ts';
import { CallError, FAILURE, call } from '../../api/call.ts';
import { submitCall } from '../../api/submit-call.ts';
import { newClientNo, pause, submitIdempotent } from '../../api/order-submission.ts';
import { withCaptcha } from '../../api/with-captcha.ts';
import { deviceSecret } from '../device/device-secret.ts';
import { readItem, stored } from '../device/storage.ts';
import { applyBalances, refreshAssets } from './balances.ts';
import { openSession } from './open-session.ts';

/** The 10 000 USDT of a new demo account, in USDT by account: credited to spot, a part is transferred to contracts. */
export const DEMO_USDT = { spot: '7000', contract: '3000' } as const;

/** The exchange is no demo exchange. */
export class NoDemoError extends Error {}

export interface OpenedAccount {
  /** Whether the contract account got its part; never rejects. */
  funded: Promise<boolean>;
}

/** A generated login, and the code that registers it. */
interface Draft {
  email: string;
  password: string;
  code: string;
}

let opening: Promise<OpenedAccount | null> | null = null;
/** A login whose registration got no response: it may exist already. */
let unanswered: Draft | null = null;

/**
 * Opens an account and its session; null where the user has logged in elsewhere meanwhile. A call while one is under
 * way shares it. Throws NoDemoError or CallError.
 */
export function openDemoAccount(): Promise<OpenedAccount | null> {
  opening ??= open().finally(() => {
    opening = null;
  });
  return opening;
}

async function open(): Promise<OpenedAccount | null> {
  const isOpen = await openSession(async () => {
    const draft = unanswered ?? (await createDraft());
    const answer = (unanswered && (await logIn(unanswered))) ?? (await register(draft));
    unanswered = null;
    stored('fxproDemoAccess').value = { email: draft.email, password: draft.password };
    return answer;
  });
  return isOpen ? { funded: fundContracts().catch(() => false) } : null;
}

/** A demo exchange returns the code instead of mailing it. */
async function createDraft(): Promise<Draft> {
  const random = (length: number): string =>
    Array.from(crypto.getRandomValues(new Uint8Array(length)), (byte) => (byte % 36).toString(36)).join('');
  const email = `demo-${Date.now().toString(36)}${random(6)}@example.com`;
  const { demoCode } = await withCaptcha((solved) =>
    call('/common/code/send', { email, scene: 'register', device: deviceSecret(), ...solved }),
  );
  if (demoCode === undefined) throw new NoDemoError();
  return { email, password: `${random(14)}A9`, code: demoCode };
}

async function register(draft: Draft): Promise<AnswerOf<'/user/register'>> {
  const { email, password, code } = draft;
  const inviteCode = readItem('fxproInviteCode').trim() || undefined;
  try {
    return await withCaptcha((solved) =>
      call('/user/register', {
        email,
        code,
        password,
        rePassword: password,
        device: deviceSecret(),
        inviteCode,
        ...solved,
      }),
    );
  } catch (error) {
    const isLost = error instanceof CallError && Object.values<number>(FAILURE).includes(error.code);
    unanswered = isLost ? draft : null;
    throw error;
  }
}

/** Null when there is no such account: its registration did not arrive. */
async function logIn({ email, password }: Draft): Promise<AnswerOf<'/user/login'> | null> {
  try {
    return await call('/user/login', { email, password, device: deviceSecret() });
  } catch (error) {
    if (error instanceof CallError && error.code === CODE.loginWrong) return null;
    throw error;
  }
}

async function fundContracts(): Promise<boolean> {
  // The changed balances below are applied to these.
  await refreshAssets();
  const form = {
    coinInfoId: USDT_ID,
    type: 'transfer_to_contract',
    amount: DEMO_USDT.contract,
    clientNo: newClientNo(),
  } as const;
  const result = await submitIdempotent((options) => submitCall('/coin/transfer', form, options), null, {
    wait: pause,
    onChecking: () => undefined,
  });
  if (result.kind === 'answered') applyBalances(result.answer.assets ?? []);
  return result.kind === 'answered';
}
