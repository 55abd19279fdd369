// An exchange with limits and a mail server on a clock that the test moves, its mails, and owners and strangers of it.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { portOf } from '../../../../server/gateway/listen.ts';
import { PASSWORD, type Running, startRunning } from '../../../support/server/running-exchange.ts';
import { mailServer } from '../notifications/mail-server.ts';
import { proof } from './captcha-solver.ts';

export const newDevice = (): string => randomBytes(32).toString('base64url');
export const from = (ip: string) => ({ 'x-forwarded-for': ip });
/** A different address for each stranger. */
const addressOf = (n: number): string => `10.${1 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;

export const BEGIN_MS = Date.UTC(2026, 10, 16);
let nowMs = BEGIN_MS;
export const now = (): number => nowMs;
export const later = (ms: number): void => {
  nowMs += ms;
  vi.setSystemTime(nowMs);
};
export function stopClock(): void {
  nowMs = BEGIN_MS;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(nowMs);
}

export type MailedExchange = Awaited<ReturnType<typeof mailedExchange>>;

export async function mailedExchange() {
  const letters: string[] = [];
  const server = await mailServer(letters);
  const at: Running = await startRunning({
    RATE_LIMIT: 'on',
    TRUST_PROXY: '1',
    DEMO: '0',
    SMTP_URL: `smtp://127.0.0.1:${portOf(server)}`,
  });
  let strangers = 0;
  const nextAddress = (): string => addressOf(strangers++);
  const lettersTo = (email: string): string[] =>
    letters.filter((letter) => letter.includes(`To: ${email}`) && letter.includes('code is'));
  /** Waits for mails on their way: a jump of the clock would look like a mail server that does not respond. */
  async function settled(): Promise<void> {
    const open = promisify(server.getConnections).bind(server);
    for (let quiet = 0; quiet < 3; quiet += 1) {
      await setTimeout(15);
      if ((await open()) > 0) quiet = 0;
    }
  }
  async function afterLetters(ms: number): Promise<void> {
    await settled();
    later(ms);
  }
  /** The code in the next mail to an address, caused by `ask`. */
  async function letterAfter(email: string, ask: () => Promise<{ code: number }>): Promise<string> {
    await settled();
    const before = lettersTo(email).length;
    expect((await ask()).code).toBe(0);
    await expect.poll(() => lettersTo(email).length).toBe(before + 1);
    return /code is (\d{6})/.exec(lettersTo(email)[before] ?? '')?.[1] ?? '';
  }
  async function owner(email: string) {
    const device = newDevice();
    const ip = nextAddress();
    const code = await letterAfter(email, () =>
      at.call('/common/code/send', { email, scene: 'register', device }, '', from(ip)),
    );
    const { code: answer, data } = await at.call(
      '/user/register',
      { email, code, password: PASSWORD, rePassword: PASSWORD, device },
      '',
      from(ip),
    );
    expect(answer).toBe(0);
    await afterLetters(60_000);
    return { email, device, token: data.accesstoken as string };
  }
  const stranger = (path: string, form: Record<string, string>) => at.call(path, form, '', from(nextAddress()));
  /** A login that solves a captcha where one is required. */
  const logIn = async (form: Record<string, string>) => {
    const answer = await stranger('/user/login', form);
    return answer.code === 1401 ? stranger('/user/login', { ...form, ...(await proof(at)) }) : answer;
  };
  return {
    at,
    letters,
    lettersTo,
    settled,
    afterLetters,
    letterAfter,
    owner,
    stranger,
    logIn,
    nextAddress,
    strangers: () => strangers,
    async stop() {
      await at.stop();
      server.close();
    },
  };
}
