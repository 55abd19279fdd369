// Test operator: queries and actions through the admin API, by token or session.
import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../../core/endpoints/endpoints.ts';
import { encodeForm } from '../../../core/endpoints/http.ts';
import { readToken, tokenPath } from '../../../server/admin/operator-token.ts';
import { codeAt } from './authenticator.ts';
import type { Form, Running } from './running-exchange.ts';

// Untyped for brevity, as answers of running-exchange.ts.
// eslint-disable-next-line typescript/no-explicit-any
export type OpsAnswer = Envelope<any> & { status: number; headers: Record<string, unknown> };

export interface TestOperator {
  token: string;
  query(name: string, form?: Form, headers?: Record<string, string>): Promise<OpsAnswer>;
  /** Acts with a test reason, and a new request id unless the form has one. */
  act(action: string, form?: Form): Promise<OpsAnswer>;
}

/** Sends a form to a path of the exchange and returns the response. */
export type Post = (
  path: string,
  payload: string,
  headers: Record<string, string>,
) => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>;

/** With the token of the data folder, or with a session. */
export function operatorOf({ exchange, dataDir }: Running, session?: string): TestOperator {
  return operatorBy(
    (url, payload, headers) =>
      exchange.http.inject({ method: 'POST', url, payload, headers: { host: 'exchange.example.com', ...headers } }),
    session ?? readToken(tokenPath(dataDir)),
  );
}

export function operatorBy(post: Post, token: string): TestOperator {
  const query: TestOperator['query'] = async (name, form = {}, headers = {}) => {
    const response = await post(`/ops/api/${name}`, encodeForm(form), {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Bearer ${token}`,
      ...headers,
    });
    return { ...(JSON.parse(response.body) as Envelope), status: response.statusCode, headers: response.headers };
  };
  return {
    token,
    query,
    act: (action, form = {}) => query('act', { action, reason: 'a test', requestId: randomUUID(), ...form }),
  };
}

export const OPERATOR_PASSWORD = 'a long pass phrase';

/**
 * Authenticator code, `ahead` steps of 30 s from now; each can be used once, those from one step ago to one step ahead
 * are accepted. The present one stays valid for 30 s at least: one of a step ago may end at once.
 */
export function codeOf(secret: string, ahead = 0): string {
  return codeAt(secret, Date.now() + ahead * 30_000);
}

/** An operator with an account, and its authenticator secret. */
export interface Colleague extends TestOperator {
  secret: string;
}

/** Accepts an invitation by the present code; a login comes with the next one. */
export async function joined(at: Running, invite: string): Promise<Colleague> {
  return joinedBy((session) => operatorOf(at, session), invite);
}

export async function joinedBy(operator: (session: string) => TestOperator, invite: string): Promise<Colleague> {
  const anybody = operator('none');
  const {
    data: { secret },
  } = await anybody.query('invitation', { invite }, { authorization: '' });
  const { code, data, msg } = await anybody.query(
    'join',
    { invite, password: OPERATOR_PASSWORD, code: codeOf(secret) },
    { authorization: '' },
  );
  if (code !== 0) throw new Error(`${code} ${msg}`);
  return { ...operator(data.session), secret };
}
