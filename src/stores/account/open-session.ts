// The session that a login opens, however late its answer comes.
import type { AnswerOf } from '../../../core/endpoints/endpoints.ts';
import { beginSession, sessionToken } from './session.ts';

/** Begins the session that `login` opens, unless another one began before its answer. Returns whether it did. */
export async function openSession(login: () => Promise<AnswerOf<'/user/login'>>): Promise<boolean> {
  const before = sessionToken.peek();
  const answer = await login();
  if (!['', before].includes(sessionToken.peek())) return false;
  beginSession(answer);
  return true;
}
