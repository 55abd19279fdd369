// The operator command line against a running exchange: queries, actions, confirmation, errors.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSecretBox } from '../../../server/store/secret-box.ts';
import { portOf } from '../../../server/gateway/listen.ts';
import { operatorCommand } from '../../../server/cli/operator-command.ts';
import { fieldOf } from '../../support/data/picture-files.ts';
import { type Running, startRunning } from '../../support/server/running-exchange.ts';
import { operatorOf } from '../../support/server/operator-client.ts';

let at: Running;
let env: Record<string, string>;
const folder = mkdtempSync(join(tmpdir(), 'defi-operator-'));
beforeAll(async () => {
  at = await startRunning();
  env = { DATA_DIR: at.dataDir, PORT: String(at.exchange.address.port), HOST: '127.0.0.1' };
});
afterAll(async () => {
  await at.stop();
  rmSync(folder, { recursive: true, force: true });
});

const typed = async (line: string, ...more: string[]) =>
  (await operatorCommand([...line.split(' '), ...more], env)).join('\n');

describe('the command line', () => {
  it('prints the token, and a link with the token in its fragment', async () => {
    const { token } = operatorOf(at);
    expect(await typed('token')).toBe(`${token}\n${at.exchange.address.url}ops#token=${token}`);
  });

  it('runs every query', async () => {
    expect(await typed('health')).toMatch(/^ok +true$/m);
    expect(await typed('markets')).toMatch(/coinInfoId=2 {2}name=BTC\/USDT {2}status=open/);
    expect(await typed('parameters')).toContain('name=maintenance  value=off');
    expect(await typed('queue kyc')).toBe('nothing');
    expect(await typed('actions')).toMatch(/kyc\.fail: .*\n {2}uid \[submitTime\] \[country\]/);
    for (const words of [[], ['help'], ['--help'], ['-h']]) expect(await operatorCommand(words, env)).toHaveLength(11);
  });

  it('executes an action only with a reason and --yes, once per request', async () => {
    const { uid } = await at.user('cli@example.com');
    await expect(typed(`account.freeze uid=${uid} --yes`)).rejects.toThrow(/--reason/);
    const line = `account.freeze uid=${uid} --request f1 --reason`;
    expect(await typed(line, 'odd logins')).toContain('Nothing was done yet');
    expect(at.exchange.identity.isFrozen(uid)).toBe(false);
    expect(await typed(line, 'odd logins', '--yes')).toContain('is done');
    expect(await typed(line, 'odd logins', '--yes')).toContain('is done');
    expect(at.exchange.identity.isFrozen(uid)).toBe(true);
    expect((await typed('audit')).match(/requestId=f1/g)).toHaveLength(2);
    expect(await typed('person cli@example.com')).toMatch(/^status +frozen$/m);
    await expect(typed(`account.freeze uid=999999 --request f2 --yes --reason`, 'x')).rejects.toThrow(
      /1404[^]*--request f2/,
    );
  });

  it('leaves out nothing that was typed: it is refused, and nothing is done', async () => {
    const { uid } = await at.user('typed@example.com');
    const line = `account.freeze uid=${uid} --request t1`;
    for (const [words, why] of [
      // Without quotes the reason once was its first word.
      [['--yes', '--reason', 'odd', 'logins'], /"logins" is a word too many/],
      [['--reason', 'x', '--yes=false'], /--yes takes no value/],
      [['--reason', 'x', '--yes', 'uid=1'], /uid is given twice/],
      [['--reason', 'x', '--reason', 'y', '--yes'], /--reason is given twice/],
      [['--reason', 'x', '--yes', 'action=account.unfreeze'], /action is no field/],
    ] as const)
      await expect(typed(line, ...words)).rejects.toThrow(why);
    await expect(typed('approve t1 t2')).rejects.toThrow(/"t2" is a word too many/);
    await expect(typed('audit limit=5')).rejects.toThrow(/audit takes no fields/);
    await expect(typed('constructor')).rejects.toThrow(/^"constructor" is no command/);
    expect(at.exchange.identity.isFrozen(uid)).toBe(false);
    expect(await typed('audit')).not.toContain('requestId=t1');
  });

  it('shows an item, and saves its pictures to the given folder', async () => {
    const { token, uid } = await at.user('pictures@example.com');
    await at.call(
      '/user/kyc',
      {
        country: 'TW',
        certType: '1',
        fullName: 'Ada Lovelace',
        certNo: 'A123456789',
        imgFront: fieldOf('jpeg'),
        imgBack: fieldOf('webp'),
      },
      token,
    );
    // As an older version stored it.
    const store = new Database(join(at.dataDir, 'exchange.db'));
    store.exec('PRAGMA busy_timeout=0');
    const secretBox = openSecretBox(at.dataDir);
    const { form } = store.prepare('SELECT form FROM kyc WHERE uid = ?').get(uid) as { form: string };
    const bent = secretBox.openText(form, `kyc ${uid}`).replace('Ada Lovelace', 'Ada\u202eLovelace');
    // A transaction of the exchange ends on this thread: waiting inside of the statement would wait for itself.
    const update = store.prepare('UPDATE kyc SET form = ? WHERE uid = ?');
    await vi.waitFor(() => update.run(secretBox.sealText(bent, `kyc ${uid}`), uid), { timeout: 30_000 });
    store.close();
    const shown = await typed(`item kyc ${uid}`);
    expect(shown).toMatch(/imgFront: a picture/);
    // Text of users cannot control the terminal.
    expect(shown).toMatch(/^fullName +Ada Lovelace$/m);
    expect(await typed(`item kyc ${uid} --save ${folder}`)).toContain(join(folder, 'imgBack.webp'));
    expect(readFileSync(join(folder, 'imgFront.jpg')).subarray(0, 2).toString('hex')).toBe('ffd8');
  });

  it('reports a missing token, a stopped exchange and an unknown action', async () => {
    await expect(operatorCommand(['health'], { ...env, DATA_DIR: folder })).rejects.toThrow(/no token/);
    await expect(operatorCommand(['health'], { ...env, PORT: '1' })).rejects.toThrow(/No exchange answers/);
    const other = createServer((_request, response) => response.end('<h1>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const PORT = String(portOf(other));
    await expect(operatorCommand(['health'], { ...env, PORT })).rejects.toThrow(/What answers at .* is no exchange/);
    await expect(operatorCommand(['health'], { ...env, OPERATOR_TOKEN: 'x'.repeat(40) })).rejects.toThrow(
      /not the operator's token/,
    );
    await expect(typed('account.freeze uid=1 --resaon x --yes')).rejects.toThrow(/^"--resaon" is no option/);
    await expect(typed('account.freeze uid=1 --yes --reason')).rejects.toThrow(/^--reason needs a value/);
    await expect(typed('price.set coinInfoId=2 price=1 --yes --reason', 'x')).rejects.toThrow(/1404/);
    await expect(typed('helth')).rejects.toThrow(/^"helth" is no command and no action of yours/);
    await expect(typed('price.set coinInfoId=2 --reason', 'x')).rejects.toThrow(/^"price.set" is no command/);
  });

  it('ends with a sentence when its input ends before an answer', async () => {
    const stdin = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([]) as never);
    onTestFinished(() => stdin.mockRestore());
    await expect(typed('login ada')).rejects.toThrow(/^The input ended/);
  });
});
