// A store that fails in the middle of a call: the answer does not claim that nothing was changed.
import { expect, it } from 'vitest';
import { CODE } from '../../../../core/errors/errors.ts';
import { PASSWORD, startRunning } from '../../../support/server/running-exchange.ts';
import { databaseWithPast, onServer, postgresForFile } from '../../../support/server/test-database.ts';

const server = postgresForFile();

it('a registration whose session is not stored is answered as not known, and one may log in', async ({ skip }) => {
  const { where } = await databaseWithPast(server() ?? skip('no PostgreSQL at hand'));
  const running = await startRunning({ DATABASE_URL: where });
  try {
    const email = 'half@example.com';
    const { data } = await running.call('/common/code/send', { email, scene: 'register' });
    await onServer(where, 'ALTER TABLE sessions ADD CONSTRAINT full_disk CHECK (uid < 0) NOT VALID');
    const form = { email, code: data.demoCode, password: PASSWORD, rePassword: PASSWORD };
    const answer = await running.call('/user/register', form);
    expect([answer.code, answer.msg]).toEqual([CODE.unsure, expect.stringMatching(/^It is not known whether/)]);
    await onServer(where, 'ALTER TABLE sessions DROP CONSTRAINT full_disk');
    expect((await running.call('/user/login', { email, password: PASSWORD })).code).toBe(0);
  } finally {
    await running.stop();
  }
});
