import { orderNumber } from '@jawhara/domain';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { becomes } from '../test/card-payer.ts';
import { deliveredOrder, heldOrder, paymentInBooks, soon } from '../test/operator-desk.ts';
import { runOps } from '../test/run-ops.ts';
import { balanceOf, openShop, type Shop } from '../test/shop.ts';
import { EXIT } from './command.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const SIGNED = ['--why', 'a cent less is fine'];

it('an operator finds an order held for a wrong amount and releases it, using only ops commands', async () => {
  const orderId = await heldOrder(shop, 1002);
  const number = orderNumber(orderId);
  const before = await balanceOf(shop.db, 1002);
  const began = performance.now();

  const found = await runOps(shop, 'alerts', 'list');
  expect(found.code).toBe(EXIT.done);
  const line = found.out.split('\n').find((one) => one.includes(number)) ?? '';
  expect(line).toMatch(/^today +amount-mismatch +JW-/);
  expect(found.out).toContain('The money that came is not the price');

  const story = await runOps(shop, 'order', 'story', number.toLowerCase().replaceAll('-', ' '));
  expect(story.code).toBe(EXIT.done);
  for (const part of [
    number,
    orderId,
    'HELD for a person',
    '$9.99',
    '9.98 USD',
    'wrong-amount',
    'ops order release',
  ])
    expect(story.out).toContain(part);

  const nobody = await runOps(shop, 'order', 'release', number, ...SIGNED);
  expect(nobody.code).toBe(EXIT['not-confirmed']);
  expect(nobody.out).toContain(`+1060 gems: ${before} -> ${before + 1060}`);
  expect(await balanceOf(shop.db, 1002)).toBe(before);

  const released = await runOps(shop, 'order', 'release', number, ...SIGNED, '--yes');
  expect(released.code).toBe(EXIT.done);
  for (const part of [
    'Done: order release',
    `order:${orderId}`,
    'huda',
    'a cent less is fine',
    'came 9.98 USD',
  ])
    expect(released.out).toContain(part);
  await becomes(shop, orderId, 'delivered');
  expect(await balanceOf(shop.db, 1002)).toBe(before + 1060);

  const audit = await runOps(shop, 'audit', 'list', number);
  expect(audit.out).toMatch(/huda +order release +order:/);
  expect((await runOps(shop, 'alerts', 'list')).out).not.toContain(number);
  const tookS = (performance.now() - began) / 1000;
  expect(tookS).toBeLessThan(120);
  process.stdout.write(`found, understood and resolved in ${tookS.toFixed(1)} s\n${released.out}`);

  const again = await runOps(shop, 'order', 'release', number, ...SIGNED, '--yes');
  expect(again.code).toBe(EXIT.refused);
  expect(again.out).toContain('No wrong amount waits on this order');
});

it('ops order refund with an amount refunds exactly that part of the payment', async () => {
  const orderId = await deliveredOrder(shop, 1003);
  const refunded = await runOps(
    shop,
    'order',
    'refund',
    orderNumber(orderId),
    '--amount',
    '4.99',
    ...SIGNED,
    '--yes',
  );
  expect(refunded.code).toBe(EXIT.done);
  expect(refunded.out).toContain('goes back');
  expect(refunded.out).toContain('nobody is banned or fined');
  await soon(async () => expect(await paymentInBooks(shop, orderId)).toMatchObject({ refunded: 499 }));
});

it('a dry run of accounts ban prints what would be recorded, and records nothing', async () => {
  const args = ['accounts', 'ban', '5048213', '--until', '2099-12-31', '--why', 'a rehearsal', '--dry-run'];
  const first = await runOps(shop, ...args);
  expect(first).toMatchObject({ code: EXIT.done });
  expect(first.out).toContain('"ban":"other"');
  expect(first.out).toContain('Nothing was done');
  const again = await runOps(shop, ...args, '--json');
  expect(JSON.parse(again.out)).toMatchObject({ kind: 'planned' });
  expect((await runOps(shop, 'audit', 'list')).out).not.toContain('a rehearsal');
});

it('an ops command that fails prints its problem in words, and its exit code tells the kind of failure', async () => {
  expect(await runOps(shop)).toMatchObject({ code: EXIT.usage });
  const unsigned = await runOps(shop, 'order', 'cancel', 'JW-0000-00000');
  expect(unsigned).toMatchObject({ code: EXIT.refused });
  expect(unsigned.out).toContain('without a reason');
  const away = { env: { ...shop.env, databaseUrl: 'postgres://postgres@127.0.0.1:1/x' } };
  const fault = await runOps(away, 'alerts', 'list');
  expect(fault.code).toBe(EXIT.fault);
  expect(fault.out).toContain('Failed: ');
  expect(fault.out).not.toContain('    at ');
  const asJson = await runOps(away, 'alerts', 'list', '--json');
  expect([asJson.code, JSON.parse(asJson.out)]).toMatchObject([EXIT.fault, { kind: 'fault' }]);
  for (const command of [
    ['packs', 'burn'],
    ['alerts', 'list', 'more', 'words'],
  ]) {
    const wrong = await runOps(shop, ...command, '--json');
    expect([wrong.code, JSON.parse(wrong.out)]).toMatchObject([EXIT.usage, { kind: 'usage' }]);
  }
  const ownerUrl = shop.env.databaseUrl.replace(/\?role=.*$/, '');
  const owner = { env: { ...shop.env, databaseUrl: ownerUrl } };
  expect((await runOps(owner, 'alerts', 'list')).out).toContain('may rewrite');
});
