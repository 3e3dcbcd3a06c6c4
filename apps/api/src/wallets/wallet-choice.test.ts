import { checkDomainPayable } from '@jawhara/contract';
import { walletChoiceOf, type PayType, type WalletChannel } from '@jawhara/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { placed, sessionOf } from '../test/card-payer.ts';
import { openShop, PAYABLE_HOST, type Shop, type Visitor } from '../test/shop.ts';
import { openSheet, openWalletOrder } from '../test/wallet-payer.ts';

let shop: Shop;
let aheadMs = 0;
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(Date.now() + aheadMs) });
});
afterAll(() => shop.close());
afterEach(() => shop.control('adyen/api', { failRate: 0 }));

interface StoredChannel {
  readonly payType: number;
  readonly ratio: unknown;
  readonly whitelist?: readonly number[];
}

async function release(...walletChannels: readonly StoredChannel[]): Promise<void> {
  const channels = walletChannels.map((channel) => ({ whitelist: [], ...channel }));
  const settings = { walletChannels: channels } as never;
  await shop.db`insert into site_config_versions (settings) values (${shop.db.json(settings)})`;
}

async function channelOf(visitor: Visitor, headers: Record<string, string> = {}): Promise<PayType | null> {
  const domainRequest = { payType: 2528, domain: PAYABLE_HOST, accountId: null, grayValue: null } as const;
  return (await visitor.call(checkDomainPayable, domainRequest, headers)).value?.payType ?? null;
}

/** A new visitor for whom this channel is chosen. */
async function somebodyOf(payType: PayType): Promise<Visitor> {
  for (let tries = 0; tries < 60; tries += 1) {
    const visitor = shop.visitor();
    if ((await channelOf(visitor)) === payType) return visitor;
  }
  throw new Error(`nobody is served by ${payType}`);
}

interface LoggedChoice {
  readonly grayValue: number;
  readonly shares: readonly Pick<WalletChannel, 'payType' | 'ratio'>[];
  readonly isForced: boolean;
  readonly released: PayType | null;
  readonly serving: PayType | null;
}

function readLoggedChoices(): LoggedChoice[] {
  return shop
    .log()
    .split('\n')
    .filter((line) => line.includes('"walletChoice"'))
    .map((line) => (JSON.parse(line) as { walletChoice: LoggedChoice }).walletChoice);
}

describe('the channel of a wallet', () => {
  it('[CFG-03] a visitor gets the same wallet channel each time, and the log contains all that is needed to compute the choice', async () => {
    await release({ payType: 26, ratio: 150 }, { payType: 30, ratio: 150 });
    const people = await Promise.all(Array.from({ length: 12 }, async () => shop.visitor()));
    for (const person of people) {
      const first = await channelOf(person);
      expect([26, 30]).toContain(first);
      expect(await channelOf(person)).toBe(first);
    }
    const choices = readLoggedChoices();
    expect(choices).toHaveLength(24);
    for (const { grayValue, shares, released, serving } of choices) {
      const channels = shares.map((share) => ({ ...share, whitelist: [] }));
      const again = walletChoiceOf(channels, { grayValue, accountId: null }, () => true);
      expect({ released, serving }).toEqual(again);
      expect(serving).toBe(grayValue < 50 ? 26 : 30);
    }
  });

  it('[CFG-03] [CFG-04] with a share that is not a number no wallet channel is released, except to accounts on a whitelist', async () => {
    await release({ payType: 26, ratio: 'half' }, { payType: 30, ratio: 50, whitelist: [1001] });
    expect(await channelOf(shop.visitor())).toBeNull();
    expect(await channelOf(shop.visitor(), await sessionOf(shop, 1001))).toBe(30);
    expect(await channelOf(shop.visitor(), await sessionOf(shop, 1002))).toBeNull();
  });

  it('[CFG-07] an unknown wallet channel in the settings is replaced by channel 25, and this is logged', async () => {
    await release({ payType: 99, ratio: 100 });
    expect(await channelOf(shop.visitor())).toBe(25);
    expect(readLoggedChoices().at(-1)).toMatchObject({ released: 25, shares: [{ payType: 25, ratio: 100 }] });
    expect(shop.log()).toContain('"unknownWallet":99,"treatedAs":25');
  });

  it('[WAL-09] a wallet payment on a foreign host is sent to the site’s first host, and never back to the foreign one', async () => {
    await release({ payType: 26, ratio: 100 });
    const domainRequest = {
      payType: 2528,
      domain: 'evil.example',
      accountId: null,
      grayValue: null,
    } as const;
    const { value } = await shop.visitor().call(checkDomainPayable, domainRequest);
    expect(value).toEqual({ isPayable: false, domain: PAYABLE_HOST, payType: 26 });
  });
});

it('[CFG-03] visitors of a failing wallet channel get another one, with an alert, and their own again when it recovers', async () => {
  await release({ payType: 26, ratio: 50 }, { payType: 30, ratio: 50 });
  const [ours, others] = [await somebodyOf(26), await somebodyOf(30)];
  const orders = await Promise.all(
    [1, 2, 3].map(async () => placed(await openWalletOrder(ours, 26)).orderId),
  );
  await shop.control('adyen/api', { failRate: 1 });
  const droppedAt = performance.now();
  for (const orderId of orders) await openSheet(ours, orderId);
  await vi.waitFor(async () => expect(await channelOf(ours)).toBe(30), {
    timeout: PATIENCE_MS,
    interval: 200,
  });
  expect(performance.now() - droppedAt).toBeLessThan(60_000);
  expect(await channelOf(others)).toBe(30);
  expect(readLoggedChoices().some(({ released, serving }) => released === 26 && serving === 30)).toBe(true);
  const alerts = () =>
    shop.db`select subject, detail, closed_at is null as "isOpen" from alerts where kind = 'wallet-channel-left'`;
  await vi.waitFor(
    async () =>
      expect([...(await alerts())]).toEqual([
        { subject: 'wallet:26', detail: { wallet: 26, servedBy: 30 }, isOpen: true },
      ]),
    { timeout: PATIENCE_MS },
  );

  await shop.control('adyen/api', { failRate: 0 });
  aheadMs += 90_000;
  await vi.waitFor(async () => expect(await channelOf(ours)).toBe(26), {
    timeout: PATIENCE_MS,
    interval: 200,
  });
  await vi.waitFor(async () => expect([...(await alerts())]).toMatchObject([{ isOpen: false }]), {
    timeout: PATIENCE_MS,
  });
});
