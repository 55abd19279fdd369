// An operator for the tests: shows the token of a running exchange, and asks or acts over its one interface.
import { randomUUID } from 'node:crypto';
import type { Envelope } from '../../contract/calls.ts';
import { encodeForm } from '../../contract/door.ts';
import { readToken, tokenPath } from '../../server/ops/token.ts';
import type { Form, Running } from '../gateway/running.ts';

// Answers are looked into freely here.
// eslint-disable-next-line typescript/no-explicit-any
export type OpsAnswer = Envelope<any> & { status: number; headers: Record<string, unknown> };

export interface TestOperator {
  token: string;
  ask(name: string, form?: Form, headers?: Record<string, string>): Promise<OpsAnswer>;
  /** Acts for a reason, under a name of its own unless the form says one. */
  act(action: string, form?: Form): Promise<OpsAnswer>;
}

export function operatorOf({ exchange, dataDir }: Running): TestOperator {
  const token = readToken(tokenPath(dataDir));
  const ask: TestOperator['ask'] = async (name, form = {}, headers = {}) => {
    const response = await exchange.http.inject({
      method: 'POST', url: `/ops/api/${name}`, payload: encodeForm(form),
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'exchange.example.com', authorization: `Bearer ${token}`, ...headers },
    });
    return { ...(JSON.parse(response.body) as Envelope), status: response.statusCode, headers: response.headers };
  };
  return { token, ask, act: (action, form = {}) => ask('act', { action, by: 'ada', reason: 'a test', requestId: randomUUID(), ...form }) };
}
