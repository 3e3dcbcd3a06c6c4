import { isGone, type KnownReturn, type OrderId, type ReturnUpdate } from '@jawhara/domain';
import { expect, it } from 'vitest';
import {
  type DisputeStage,
  knownReturns,
  newOrderId,
  paidOn,
  type PaidStep,
  PRICE,
  PRICE_IN_MONEY,
  type ProviderWorld,
  settled,
  wordsOf,
} from './provider-world.ts';

const dollars = (minorUnits: number) => ({ currency: 'USD', minorUnits });

/**
 * The refunds, disputes and reversals that the provider reported. The same webhooks repeated, in reverse order, must give the
 * same.
 */
function readReturns(world: ProviderWorld, orderId: OrderId): KnownReturn[] {
  const words = wordsOf(world, orderId);
  const returnsInOrder = knownReturns(words);
  const byId = (rows: KnownReturn[]) =>
    rows.toSorted((one, other) => (one.returnId < other.returnId ? -1 : 1));
  expect(byId(knownReturns([...words.toReversed(), ...words]))).toEqual(byId(returnsInOrder));
  return returnsInOrder;
}

/**
 * A look-up must report the same refunds, disputes and reversals as the webhooks, except those that this provider's look-up
 * omits.
 */
async function expectInBooks(
  { provider, booksOmit }: ProviderWorld,
  orderId: OrderId,
  returns: readonly Partial<ReturnUpdate>[],
): Promise<void> {
  if (!provider.can.lookUp) return;
  const found = await provider.lookUp(orderId, null);
  expect(found).toMatchObject({ kind: 'paid', money: PRICE_IN_MONEY });
  if (booksOmit?.includes('refund') || found.kind !== 'paid') return;
  expect(found.returns).toHaveLength(returns.length);
  for (const row of returns) expect(found.returns).toContainEqual(expect.objectContaining(row));
}

async function refundOf(
  { provider }: ProviderWorld,
  paid: PaidStep,
  orderId: OrderId,
  minorUnits: number,
  key = `${orderId}-refund-${minorUnits}`,
): Promise<string> {
  const { providerPaymentId, money } = paid;
  const refundRequest = { providerPaymentId, money: dollars(minorUnits), paid: money, orderId };
  const step = await provider.refund(refundRequest, key);
  if (step.kind !== 'accepted') throw new Error(`expected a refund, got ${step.kind}`);
  return step.returnId;
}

function describeRefunds(world: () => ProviderWorld): void {
  it('a refund repeated under the same key is made once, and never more than the payment is refunded', async () => {
    const { provider, books } = world();
    const orderId = newOrderId();
    const paid = await paidOn(world(), orderId);
    const returnId = await refundOf(world(), paid, orderId, PRICE, `${orderId}-first`);
    expect(await refundOf(world(), paid, orderId, PRICE, `${orderId}-first`)).toBe(returnId);
    await provider.refund({ ...paid, paid: paid.money, orderId }, `${orderId}-second`);
    await settled(async () =>
      expect(await books(orderId)).toMatchObject([{ captured: PRICE, refunded: PRICE }]),
    );
    await expectInBooks(world(), orderId, [{ returnId, stage: 'taken', money: PRICE_IN_MONEY }]);
  });

  it('[ORD-16] each partial refund is reported by a webhook under the id that its request was answered with', async () => {
    const orderId = newOrderId();
    const paid = await paidOn(world(), orderId);
    const { providerPaymentId } = paid;
    const returnIds = [
      await refundOf(world(), paid, orderId, 400),
      await refundOf(world(), paid, orderId, 599),
    ];
    expect(new Set(returnIds).size).toBe(2);
    const parts = returnIds.map((returnId, index) => ({
      returnId,
      how: 'refund' as const,
      stage: 'taken' as const,
      providerPaymentId,
      money: dollars(index === 0 ? 400 : 599),
    }));
    await settled(() => {
      const returns = readReturns(world(), orderId);
      expect(returns).toHaveLength(2);
      for (const part of parts) expect(returns).toContainEqual(expect.objectContaining(part));
    });
    expect(await world().books(orderId)).toMatchObject([{ captured: PRICE, refunded: PRICE }]);
    await expectInBooks(world(), orderId, parts);
  });

  it('[ORD-16] a refund that fails later is reported as given back under the same id', async () => {
    const orderId = newOrderId();
    const paid = await paidOn(world(), orderId);
    const returnId = await refundOf(world(), paid, orderId, 400);
    await settled(() => expect(readReturns(world(), orderId)).toMatchObject([{ returnId, stage: 'taken' }]));
    await world().control('refund-fails', { returnId });
    await settled(() =>
      expect(readReturns(world(), orderId)).toMatchObject([
        { returnId, how: 'refund', stage: 'given-back', money: dollars(400) },
      ]),
    );
    expect(await world().books(orderId)).toMatchObject([{ captured: PRICE, refunded: 0 }]);
    await expectInBooks(world(), orderId, [{ returnId, stage: 'given-back' }]);
  });

  it('[ORD-16] a refund made on the provider’s own pages is reported like one of ours', async () => {
    const orderId = newOrderId();
    const { providerPaymentId } = await paidOn(world(), orderId);
    const paymentId = providerPaymentId;
    const { returnId } = await world().control<{ returnId: string }>('refund', {
      paymentId,
      amountMinorUnits: 250,
    });
    const part = { returnId, how: 'refund', stage: 'taken', providerPaymentId, money: dollars(250) } as const;
    await settled(() => expect(readReturns(world(), orderId)).toMatchObject([part]));
    await expectInBooks(world(), orderId, [part]);
    await world().control('refund', { paymentId });
    await settled(() => expect(readReturns(world(), orderId)).toHaveLength(2));
    expect(await world().books(orderId)).toMatchObject([{ captured: PRICE, refunded: PRICE }]);
  });
}

/** Every course of a dispute, and whether the money is gone in the end. */
const DISPUTE_LIVES: readonly (readonly [readonly DisputeStage[], 'gone' | 'with us'])[] = [
  [['opened', 'won'], 'with us'],
  [['opened', 'lost'], 'gone'],
  [['opened', 'withdrawn'], 'with us'],
  [['opened', 'won', 'taken-again'], 'gone'],
  [['opened', 'won', 'taken-again', 'given-back-again'], 'with us'],
  [['opened', 'won', 'taken-again', 'lost-for-good'], 'gone'],
  [['opened', 'lost', 'given-back-again'], 'with us'],
  [['opened', 'lost', 'lost-for-good'], 'gone'],
];

function describeDisputes(world: () => ProviderWorld): void {
  it.each(DISPUTE_LIVES.map(([life, end]) => [life.join(', then '), end, life] as const))(
    '[ORD-16] after a dispute that is %s the money is %s',
    async (_name, end, life) => {
      if (life.some((stage) => world().disputesLack?.includes(stage))) return;
      const orderId = newOrderId();
      const { providerPaymentId } = await paidOn(world(), orderId);
      const countReturns = () => wordsOf(world(), orderId).filter(({ kind }) => kind === 'returned').length;
      for (const stage of life) {
        const before = countReturns();
        await world().control('dispute', { paymentId: providerPaymentId, stage });
        await settled(() => expect(countReturns()).toBeGreaterThan(before));
      }
      await settled(() => {
        const [dispute, ...others] = readReturns(world(), orderId);
        expect(others).toEqual([]);
        expect(dispute).toMatchObject({ how: 'dispute', providerPaymentId, money: PRICE_IN_MONEY });
        expect(dispute && isGone(dispute)).toBe(end === 'gone');
      });
      expect(await world().books(orderId)).toMatchObject([
        { captured: PRICE, refunded: 0, disputed: end === 'gone' ? PRICE : 0 },
      ]);
    },
  );

  it('[ORD-16] a dispute about a part or in another currency is reported with that amount', async () => {
    if (world().disputesLack?.includes('opened')) return;
    const orderId = newOrderId();
    const { providerPaymentId: paymentId } = await paidOn(world(), orderId);
    const opened = { paymentId, stage: 'opened' };
    const foreign = world().tellsForeignDisputes ? PRICE_IN_MONEY : { currency: 'SAR', minorUnits: 3_746 };
    await world().control('dispute', { ...opened, amountMinorUnits: 300 });
    await world().control('dispute', { ...opened, amountMinorUnits: 3_746, currency: 'SAR' });
    await settled(() => {
      const returns = readReturns(world(), orderId);
      expect(returns).toHaveLength(2);
      expect(returns).toContainEqual(expect.objectContaining({ money: dollars(300) }));
      expect(returns).toContainEqual(expect.objectContaining({ money: foreign }));
    });
    expect(await world().books(orderId)).toMatchObject([{ disputed: 300 }]);
  });
}

/** Refunds by us or in the provider's dashboard, and disputes by a bank. */
export function describeReturns(world: () => ProviderWorld): void {
  describeRefunds(world);
  describeDisputes(world);
}
