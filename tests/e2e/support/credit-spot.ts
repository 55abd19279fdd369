// Credits a user through the operators' interface, with the approval of a second operator.
import { readToken, tokenPath } from '../../../server/admin/operator-token.ts';
import { type Post, joinedBy, operatorBy } from '../../support/server/operator-client.ts';
import type { ExchangeProcess } from '../../support/browser/exchange-process.ts';

/** Credits `usdt` to the user's spot account. Throws when the credit is refused. */
export async function creditSpot({ url, data }: ExchangeProcess, uid: number, usdt: string): Promise<void> {
  const post: Post = async (path, body, headers) => {
    const answer = await fetch(url + path, { method: 'POST', body, headers });
    return { statusCode: answer.status, body: await answer.text(), headers: {} };
  };
  const by = (token: string) => operatorBy(post, token);
  const owner = by(readToken(tokenPath(data)));
  const invites: string[] = [];
  for (const name of ['ann', 'ben'])
    invites.push((await owner.act('operator.invite', { name, role: 'admin' })).data.invite as string);
  const [ann, ben] = [await joinedBy(by, invites[0]!), await joinedBy(by, invites[1]!)];
  const {
    data: { requestId },
  } = await ann.act('money.credit', { uid, wallet: 'spot', coinId: 1, amount: usdt });
  const approved = await ben.query('approve', { requestId });
  if (approved.code !== 0) throw new Error(`the credit was refused: ${approved.code} ${approved.msg}`);
}
