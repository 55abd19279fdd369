// A session that goes on under a new token, after a change that ends all others.
import { stored } from '../device/storage.ts';

/** The answer to a call of this session; the token that is in it is the session's from then on. */
export async function renewing<A extends { accesstoken?: string | undefined }>(answer: Promise<A>): Promise<A> {
  const token = stored('fxproUserToken');
  const before = token.peek();
  const given = await answer;
  // Another session may have begun meanwhile.
  if (given.accesstoken !== undefined && token.peek() === before) token.value = given.accesstoken;
  return given;
}
