// Client of the operator's interface (/ops/api): forms in, envelopes out; the token is in memory alone.
import {
  type ActionField,
  DESCRIPTION_FIELD,
  type ListCall,
  type ListedIn,
  type OperatorAnswers,
  brokenRule,
} from '../../../core/endpoints/operator-answers.ts';
import { solvedCaptcha } from '../../../core/proofs/proof-of-work.ts';
import { browserTextSha256 } from '../../lib/crypto-adapter.ts';

/** A row of an answer: field names and plain values. */
export type Row = Readonly<Record<string, unknown>>;
/** Values of a form, all as text. */
export type FormValues = Readonly<Record<string, string>>;

/** An action that the operator's role may do. */
export interface Action {
  name: string;
  /** What it does, in a sentence. */
  description: string;
  fields: ActionField[];
}

type CallForm = Readonly<Record<string, string | number>>;

interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
}

export class OperatorApi {
  /** Not in any storage, so no other script of this origin can read it. The cookie of a login gives no access. */
  #token = '';

  /** Sends `token` with every later call: the token of a session, or the owner's. */
  authorize(token: string): void {
    this.#token = token;
  }

  /**
   * Throws Error with the server's sentence when the call is refused. Where a captcha makes up for too many logins of
   * others, it is solved first, which takes some seconds.
   */
  async call<N extends keyof OperatorAnswers>(name: N, form: CallForm = {}): Promise<OperatorAnswers[N]> {
    const answer = await this.#send(name, form);
    if (answer.code === 0) return answer.data;
    const sha256 = browserTextSha256();
    const solved = sha256 && (await solvedCaptcha(answer.data, sha256));
    const { code, msg, data } = solved ? await this.#send(name, { ...form, ...solved }) : answer;
    if (code === 0) return data;
    const rule = brokenRule(data);
    throw new Error(rule === undefined ? msg : `${msg} (${rule})`);
  }

  /** The actions that the operator may do, by name. */
  async actions(): Promise<Map<string, Action>> {
    const list = await this.list('actions');
    return new Map(list.map((action) => [action.name, { ...action, description: action[DESCRIPTION_FIELD] }]));
  }

  /** A call that answers a list. */
  async list<N extends ListCall>(name: N, form?: CallForm): Promise<ListedIn<N>[]> {
    return (await this.call(name, form)).list;
  }

  async #send<N extends keyof OperatorAnswers>(name: N, form: CallForm): Promise<Envelope<OperatorAnswers[N]>> {
    const response = await fetch(`/ops/api/${name}`, {
      method: 'POST',
      body: new URLSearchParams(Object.entries(form).map(([key, value]) => [key, String(value)])),
      cache: 'no-store',
      // The page is in English whatever the browser's language, and so are the refusals on it.
      headers: {
        'accept-language': 'en-US',
        ...(this.#token !== '' && { authorization: `Bearer ${this.#token}` }),
      },
    });
    return (await response.json()) as Envelope<OperatorAnswers[N]>;
  }
}
