import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrderId } from '@jawhara/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../ops/run-verb.ts';
import { payByAdyen, sealedCard } from '../test/adyen-payer.ts';
import { becomes, placed } from '../test/card-payer.ts';
import { deskOf, soon } from '../test/operator-desk.ts';
import { dropInCard, payByPayermax } from '../test/payermax-payer.ts';
import { sandboxControl } from '../test/sandbox-control.ts';
import { openShop, type Shop } from '../test/shop.ts';
import type { OperatorContext } from './operator-context.ts';
import { refused } from './refusals.ts';
import { VERBS } from './verbs.ts';

const HOUR_MS = 3_600_000;
const PROVIDERS = { 13: 'checkout-com', 17: 'adyen', 6: 'payermax' } as const;
type Provider = keyof typeof PROVIDERS;

let shop: Shop;
let directory: string;

beforeAll(async () => {
  shop = await openShop();
  directory = await mkdtemp(join(tmpdir(), 'jawhara-reports-'));
});
afterAll(async () => {
  await shop.close();
  await rm(directory, { recursive: true, force: true });
});

/** An operator's context one hour ahead: by then payments that were in progress are decided. */
function desk(): OperatorContext {
  const context = deskOf(shop);
  return { ...context, orders: { ...context.orders, now: () => new Date(Date.now() + HOUR_MS) } };
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** No operator key: reconciling needs none. */
const NO_KEY = { openKey: async () => refused('no-key'), identify: async () => refused('no-key') };

async function ops(...argv: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  const screen = { print: (line: string) => void lines.push(line), ask: null };
  const code = await runCommand(VERBS, argv, desk(), { screen, credentials: NO_KEY });
  return { code, text: lines.join('\n') };
}

/** At Adyen a report is first announced by webhook; its file is written when it is fetched. */
async function announceReport(provider: Provider): Promise<void> {
  if (provider !== 17) return;
  const webhooks = () => shop.db`select from notifications where event_type = 'REPORT_AVAILABLE'`;
  const before = (await webhooks()).length;
  await sandboxControl(shop, 'adyen', 'report', { day: today() });
  await soon(async () => expect(await webhooks()).toHaveLength(before + 1));
}

/**
 * Reconciles with a report as an operator gets it: fetched from the provider (Checkout.com, and Adyen after its
 * webhook), or as a file from PayerMax's pages.
 */
async function reconcile(provider: Provider): Promise<{ code: number; text: string }> {
  const commandWords = ['reconcile', '--provider', String(provider), '--day', today(), '--zone', 'UTC'];
  if (provider !== 6) return ops(...commandWords);
  const path = join(directory, 'payin.csv');
  const report = await fetch(`${shop.sandboxUrl}/_control/payermax/report?day=${today()}`);
  await writeFile(path, await report.text());
  return ops(...commandWords, '--file', path);
}

const PAY = {
  13: async (recipientId) => placed(await shop.visitor().buy('approve', { recipientId })).orderId,
  17: async (recipientId) =>
    placed(await payByAdyen(shop.visitor(), await sealedCard(shop, 'approve'), { recipientId })).orderId,
  6: async (recipientId) => {
    const visitor = shop.visitor();
    return placed(await payByPayermax(visitor, await dropInCard(shop, visitor, 'approve'), { recipientId }))
      .orderId;
  },
} as const satisfies Record<Provider, (recipientId: number) => Promise<OrderId>>;

async function bought(
  provider: Provider,
  recipientId = 1001,
): Promise<{ orderId: OrderId; paymentId: string }> {
  const orderId = await PAY[provider](recipientId);
  await becomes(shop, orderId, 'delivered');
  const [row] = await shop.db<{ id: string }[]>`
    select provider_payment_id as id from payments where order_id = ${orderId} and standing = 'kept'`;
  return { orderId, paymentId: row?.id ?? '' };
}

const atProvider = (provider: Provider, path: string, body: object): Promise<Record<string, string>> =>
  sandboxControl(shop, PROVIDERS[provider], path, body);

describe.each([13, 17, 6] as const)('[ORD-17] a day at provider %i', (provider) => {
  it('reconciling a day of purchases, refunds and a dispute reports no difference between provider and ledger', async () => {
    await bought(provider);
    const refunded = await bought(provider);
    const part = await bought(provider);
    const disputed = await bought(provider, 1002);
    await atProvider(provider, 'refund', { paymentId: refunded.paymentId });
    await atProvider(provider, 'refund', { paymentId: part.paymentId, amountMinorUnits: 400 });
    await atProvider(provider, 'dispute', { paymentId: disputed.paymentId, stage: 'opened' });
    await becomes(shop, refunded.orderId, 'refunded');
    await becomes(shop, disputed.orderId, 'charged-back');
    await soon(async () => {
      const reportedReturns =
        await shop.db`select from payment_returns where order_id = ${part.orderId} and stage = 'taken'`;
      expect(reportedReturns).toHaveLength(1);
    });
    await announceReport(provider);
    const { code, text } = await reconcile(provider);
    expect(text).toContain('Everything agrees.');
    expect(text).toMatch(/^USD captured +39\.96 +39\.96 +-$/m);
    expect(text).toMatch(/^USD refunds +13\.99 +13\.99 +-$/m);
    expect(code).toBe(0);
  });

  it('reconciling finds a dispute whose webhook was lost, with its order, and raises an alert', async () => {
    const { orderId, paymentId } = await bought(provider, 1003);
    await announceReport(provider);
    // All webhooks are lost until the end of the test, because the provider sends a lost one again.
    await atProvider(provider, 'webhooks', { lossRate: 1 });
    await atProvider(provider, 'dispute', { paymentId, stage: 'opened' });
    const { code, text } = await reconcile(provider);
    await atProvider(provider, 'webhooks', { lossRate: 0 });
    expect(code).toBe(1);
    expect(text).toContain('DISPUTE NOBODY TOLD: 1');
    expect(text).toContain('1 findings.');
    expect(text).toMatch(new RegExp(`JW-[0-9A-Z]{4}-[0-9A-Z]{5} +${paymentId} +provider 9\\.99 USD, ours -`));
    const alerts = await shop.db`
      select kind, provider_payment_id from alerts where order_id = ${orderId} and kind like 'reconciliation-%'`;
    expect(alerts).toEqual([{ kind: 'reconciliation-dispute-nobody-told', provider_payment_id: paymentId }]);
  });
});

describe('[ORD-17] wrong arguments of ops reconcile', () => {
  it.each([
    [['--provider', '7', '--day', '2026-11-14'], 'No report of this provider'],
    [['--provider', 'Adyen', '--day', '2026-11-14'], 'No report of this provider'],
    [['--provider', '13', '--day', '14.11.2026'], 'This is no day'],
    [['--provider', '13', '--day', '2026-11-14', '--zone', 'Mars'], 'This is no time zone'],
    [['--provider', '13', '--day', '2026-11-14', '--file', '/nowhere.csv'], 'The file cannot be read'],
    [['--provider', '13', '--day', '2020-01-01'], 'is not there to be fetched'],
    [['--provider', '17', '--day', '2020-01-01'], 'is not there to be fetched'],
    [['--provider', '6', '--day', '2020-01-01'], 'gives its reports to people only'],
  ])('ops reconcile with wrong arguments fails with an explanation: %j', async (argv, said) => {
    const { code, text } = await ops('reconcile', ...argv);
    expect(text).toContain(said);
    expect(code).toBe(1);
  });

  it('ops reconcile refuses a file that is no report', async () => {
    const path = join(directory, 'wrong.csv');
    await writeFile(path, 'a,b\n1,2\n');
    const { code, text } = await ops('reconcile', '--provider', '13', '--day', '2026-11-14', '--file', path);
    expect([code, text]).toEqual([1, expect.stringContaining('no column action id')]);
  });

  it('ops reconcile with missing or extra arguments is a usage error', async () => {
    for (const argv of [[], ['--provider', '13'], ['--day', '2026-11-14', '--provider', '13', 'stray.csv']])
      expect(await ops('reconcile', ...argv)).toMatchObject({ code: 2 });
  });
});
