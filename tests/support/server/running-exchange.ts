// An exchange of real components in this process, with its own store, and a client for its calls.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_BASE, encodeForm } from '../../../core/endpoints/http.ts';
import type { Envelope } from '../../../core/endpoints/endpoints.ts';
import { readConfig } from '../../../server/bootstrap/config.ts';
import { type Exchange, type StartOptions, startExchange } from '../../../server/main.ts';
import { prepareData } from '../data/prepared-data.ts';
import { SteadyClock } from '../../../server/bootstrap/steady-clock.ts';

// Untyped for brevity; the schemas have their own tests.
// eslint-disable-next-line typescript/no-explicit-any
export type Answer = Envelope<any> & { status: number; headers: Record<string, unknown> };
export type Form = Record<string, string | number | boolean | undefined>;

export interface Running {
  exchange: Exchange;
  dataDir: string;
  call(path: string, form?: Form, token?: string, headers?: Record<string, string>): Promise<Answer>;
  /** Registers a user; returns the session. */
  user(email: string): Promise<{ token: string; uid: number; inviteCode: string }>;
  /** Stops the exchange and deletes its folder. */
  stop(): Promise<void>;
}

export const PASSWORD = 'correct horse';

/**
 * For tests that read the archive, or try all of an exchange. Others have none: where a test's clock jumps by hours,
 * all markets of that time would be stored, at more of the processor than all else in the test.
 */
export const WITH_ARCHIVE = { ARCHIVE_DAYS: '30' };

export async function startRunning(env: Record<string, string> = {}, options: StartOptions = {}): Promise<Running> {
  const dataDir = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'defi-gateway-'));
  await prepareData(dataDir, env);
  // A test that moves time moves all clocks of its machine, so that none jumps.
  const clock = new SteadyClock({
    wall: () => Date.now(),
    monotonic: () => Date.now(),
    awake: () => null,
    log: () => undefined,
  });
  const exchange = await startExchange(
    readConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      RATE_LIMIT: 'off',
      DEMO_REVIEWS: 'off',
      ARCHIVE_DAYS: '0',
      ...env,
      DATA_DIR: dataDir,
    }),
    { clock, ...options },
  );
  const call: Running['call'] = async (path, form = {}, token = '', headers = {}) => {
    const response = await exchange.http.inject({
      method: 'POST',
      url: API_BASE + path,
      payload: encodeForm(form),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': 'en-US',
        ...(token ? { accesstoken: token } : {}),
        ...headers,
      },
    });
    return { ...(JSON.parse(response.body) as Envelope), status: response.statusCode, headers: response.headers };
  };
  return {
    exchange,
    dataDir,
    call,
    async user(email) {
      const {
        data: { demoCode },
      } = await call('/common/code/send', { email, scene: 'register' });
      const { code, data, msg } = await call('/user/register', {
        email,
        code: demoCode,
        password: PASSWORD,
        rePassword: PASSWORD,
      });
      if (code !== 0) throw new Error(`registration failed: ${code} ${msg}`);
      return { token: data.accesstoken, uid: data.user.id, inviteCode: data.user.inviteCode };
    },
    async stop() {
      await exchange.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
