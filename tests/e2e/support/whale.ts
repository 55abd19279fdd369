// Somebody with very much money, given by two operators: what it takes to move a price that everybody is measured by.
import { readToken, tokenPath } from '../../../server/admin/operator-token.ts';
import { type Post, joinedBy, operatorBy } from '../../server/admin/operator.ts';
import type { Exchange } from './exchange.ts';

/** Two operators credit a person's spot account with so many USDT. */
export async function credited({ url, data }: Exchange, uid: number, usdt: string): Promise<void> {
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
  const approved = await ben.ask('approve', { requestId });
  if (approved.code !== 0) throw new Error(`the credit was refused: ${approved.code} ${approved.msg}`);
}
