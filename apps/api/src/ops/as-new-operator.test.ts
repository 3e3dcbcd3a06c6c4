import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runOps, runOpsAs, type OpsRun } from '../test/run-ops.ts';
import { openShop, type Shop } from '../test/shop.ts';
import { EXIT } from './command.ts';

let shop: Shop;
let home: string;
beforeAll(async () => {
  shop = await openShop();
  home = await mkdtemp(join(tmpdir(), 'jawhara-home-'));
});
afterAll(async () => {
  await rm(home, { recursive: true });
  await shop.close();
});

const keyFile = (name: string): string => join(home, name, 'operator-key.json');
const ops = (name: string, ...words: string[]): Promise<OpsRun> => runOpsAs(keyFile(name), shop.env, words);
const keyIn = ({ out }: OpsRun): string => /ed25519:\S+/.exec(out)?.[0] ?? '';

const ADD = ['operators', 'add', '--role', 'support', '--why', 'joins the night shift'];

it('a new operator logs in, is added by an administrator, uses the commands of the role, and is ended', async () => {
  const before = await ops('reem', 'order', 'story', 'JW-0000-00000');
  expect(before).toMatchObject({ code: EXIT.refused });
  expect(before.out).toContain('ops login');

  const made = await ops('reem', 'login');
  expect(made).toMatchObject({ code: EXIT.done });
  expect(made.out).toContain('A new operator key was made.');
  expect((await stat(keyFile('reem'))).mode & 0o777).toBe(0o600);

  const unknown = await ops('reem', 'feedback', 'list');
  expect(unknown).toMatchObject({ code: EXIT.refused });
  expect(unknown.out).toContain('Your key belongs to no operator of this shop. (SHA256:');

  const added = await runOps(shop, ...ADD, '--name', 'reem', '--key', keyIn(made));
  expect(added).toMatchObject({ code: EXIT.done });
  expect(await ops('reem', 'feedback', 'list')).toMatchObject({ code: EXIT.done });

  const refund = await ops('reem', 'order', 'refund', 'JW-0000-00000', '--why', 'asked');
  expect(refund).toMatchObject({ code: EXIT.refused });
  expect(refund.out).toContain('order refund needs admin, reem is support');
  const other = await ops('reem', 'alerts', 'resolve', 'x', '--why', 'asked', '--by', 'huda');
  expect(other.out).toContain('Leave --by out');

  const looks = await runOps(shop, 'audit', 'list', '--reads');
  expect(looks.out).toMatch(/reem +feedback list +feedback +no reason given/);
  expect((await runOps(shop, 'audit', 'list')).out).not.toContain('feedback list');

  expect(await runOps(shop, 'operators', 'end', 'reem', '--why', 'left')).toMatchObject({ code: EXIT.done });
  expect((await ops('reem', 'feedback', 'list')).out).toContain('has ended');
  expect((await runOps(shop, 'operators', 'list')).out).toMatch(/reem +support +ended /);

  const verified = await runOps(shop, 'audit', 'verify');
  expect(verified).toMatchObject({ code: EXIT.done });
  expect(verified.out).toContain('The record holds.');
  expect(verified.out).toContain('OPERATOR_ROOTS    NOT SET');
  const head = /newest record +(\d+:[0-9a-f]{64})/.exec(verified.out)?.[1] ?? '';
  expect(await runOps(shop, 'audit', 'verify', '--head', head)).toMatchObject({ code: EXIT.done });
  const wrong = await runOps(shop, 'audit', 'verify', '--head', `99${head}`);
  expect(wrong).toMatchObject({ code: EXIT.refused });
  expect(wrong.out).toContain('head-missing');
});

it('a second first operator is refused, and so is a key file that other users of the machine can read', async () => {
  await ops('late', 'login');
  const first = await ops('late', 'operators', 'first', '--name', 'late', '--why', 'me too');
  expect(first).toMatchObject({ code: EXIT.refused });
  expect(first.out).toContain('there is no first one any more');
  await chmod(keyFile('late'), 0o644);
  const loose = await ops('late', 'feedback', 'list');
  expect(loose).toMatchObject({ code: EXIT.refused });
  expect(loose.out).toContain('chmod 600');
});

it('ops login works without a database, and the usage text lists it', async () => {
  const nowhere = { ...shop.env, databaseUrl: 'postgres://postgres@127.0.0.1:1/x' };
  expect(await runOpsAs(keyFile('offline'), nowhere, ['login'])).toMatchObject({ code: EXIT.done });
  const usage = await runOpsAs(keyFile('offline'), nowhere, ['--help']);
  for (const line of [
    'login [--passphrase] [--new]',
    'operators add --name',
    'audit verify',
    'order story ORDER [--why REASON]',
  ])
    expect(usage.out).toContain(line);
  expect(await runOpsAs(keyFile('offline'), nowhere, ['login', '--unknown'])).toMatchObject({
    code: EXIT.usage,
  });
});
