import { type CardExpiry, takesCards } from '@jawhara/domain';
import { afterEach, expect, it } from 'vitest';
import type { CardOnFile, PaymentProvider } from '../provider.ts';
import { newOrderId, paidOn, PAYER, type ProviderWorld, requestFor } from './provider-world.ts';

const TROUBLES = [
  ['our key is refused', { revokedKey: true }],
  ['the provider answers "too many requests"', { tooManyRate: 1 }],
] as const;

async function expectCardsUntouched(
  provider: PaymentProvider,
  card: CardOnFile | null,
  unknown: object,
): Promise<void> {
  if (!card) throw new Error('expected a card');
  expect(await provider.forgetCard(card.sourceId, PAYER.reference)).toEqual(unknown);
  if (provider.can.updateCardExpiry)
    expect(await provider.updateCardExpiry(card.sourceId, '01/60' as CardExpiry)).toEqual(unknown);
}

/** A provider that refuses our key or limits our calls says nothing about a payment: the outcome is unknown. */
export function describeRefusedKey(world: () => ProviderWorld): void {
  afterEach(() => world().control('api', { revokedKey: false, tooManyRate: 0 }));

  it.each(TROUBLES)(
    'while %s, every call to the provider has an unknown result, and a later payment succeeds',
    async (_when, outage) => {
      const { provider, control, books } = world();
      const paidId = newOrderId();
      const paid = await paidOn(world(), paidId);
      const orderId = newOrderId();
      const request = await requestFor(world(), 'approve', orderId);
      await control('api', outage);

      const unknown = { kind: 'unknown', why: expect.stringMatching(/.+/) };
      expect(await provider.authorise(request)).toEqual(unknown);
      expect(await provider.refund({ ...paid, paid: paid.money, orderId: paidId }, `${paidId}-r`)).toEqual(
        unknown,
      );
      if (provider.can.lookUp) {
        expect(await provider.lookUp(orderId, null)).toEqual(unknown);
        expect(await provider.lookUp(paidId, paid.providerPaymentId)).toEqual(unknown);
        expect(await provider.confirm(paidId, paid.providerPaymentId, null)).toEqual(unknown);
      }
      if (takesCards(provider.number)) await expectCardsUntouched(provider, paid.card, unknown);

      expect(await books(orderId)).toEqual([]);
      await control('api', { revokedKey: false, tooManyRate: 0 });
      expect(await provider.authorise(request)).toMatchObject({ kind: 'paid' });
    },
  );
}
