import { type CardExpiry, type CardSourceId, providerOfSource, readCardExpiry } from '@jawhara/domain';
import { expect, it } from 'vitest';
import type { CardOnFile } from '../provider.ts';
import {
  deciding,
  expectEnding,
  newOrderId,
  PAYER,
  PRICE_IN_MONEY,
  type ProviderWorld,
  requestFor,
  RETURN_URLS,
  settled,
} from './provider-world.ts';

async function paidCardOf(world: ProviderWorld, scenario: string): Promise<CardOnFile> {
  const step = await world.provider.authorise(await requestFor(world, scenario, newOrderId()));
  if (step.kind !== 'paid' || !step.card) throw new Error(`expected a card, got ${step.kind}`);
  return step.card;
}

/** Tests of cards that the payer did not agree to save. */
export function describeConsent(world: () => ProviderWorld): void {
  it('[CRD-10] a card that may not be saved pays, is shown for the receipt, and is not saved', async () => {
    const { provider } = world();
    const orderId = newOrderId();
    const step = await provider.authorise(await requestFor(world(), 'approve', orderId, false));
    const seen = {
      kind: 'paid',
      card: null,
      paidWith: { scheme: 'visa', last4: '4242' },
      money: PRICE_IN_MONEY,
    };
    expect(step).toMatchObject(seen);
    if (provider.can.lookUp) expect(await provider.lookUp(orderId, null)).toMatchObject(seen);
    await settled(() => expect(deciding(world(), orderId)[0]).toMatchObject(seen));
  });
}

/** Tests of cards that the provider saves for a payer. */
export function describeSavedCards(world: () => ProviderWorld): void {
  const paidCard = (scenario: string): Promise<CardOnFile> => paidCardOf(world(), scenario);
  const payAgain = async (sourceId: CardSourceId, cvvToken: string | null, orderId = newOrderId()) =>
    world().provider.authorise({
      orderId,
      money: PRICE_IN_MONEY,
      keepCard: true,
      sourceId,
      cvvToken,
      idempotencyKey: `${orderId}-1`,
      returnUrls: RETURN_URLS,
      payer: PAYER,
    });

  it('[CRD-03] a payment reports its saved card, and so do its look-up and its webhook', async () => {
    const { provider } = world();
    const orderId = newOrderId();
    const step = await provider.authorise(await requestFor(world(), 'approve', orderId));
    if (step.kind !== 'paid' || !step.card) throw new Error(`expected a card, got ${step.kind}`);
    const { card } = step;
    expect(card).toMatchObject({ scheme: 'visa', last4: '4242', expiry: expect.stringMatching(/^12\//) });
    expect(providerOfSource(card.sourceId)).toBe(provider.number);
    if (provider.can.lookUp)
      expect(await provider.lookUp(orderId, null)).toMatchObject({ kind: 'paid', card });
    await settled(() => expect(deciding(world(), orderId)[0]).toMatchObject({ kind: 'paid', card }));
  });

  it('a saved card pays again, and a one-time CVV token works only once', async () => {
    const { sourceId, fingerprint } = await paidCard('approve');
    const cvvToken = await world().cvvToken();
    const paid = await payAgain(sourceId, cvvToken);
    expectEnding(paid, { kind: 'paid' });
    expect(paid).toMatchObject({ card: { sourceId, fingerprint } });
    const again = await payAgain(sourceId, cvvToken);
    expect(again.kind).toBe(world().oneTime.cvv ? 'refused' : 'paid');
  });

  it('a saved card that expired at the bank is refused as expired, and pays again after its date is updated, if it can be', async () => {
    const { provider } = world();
    const { sourceId, expiry } = await paidCard('expires-when-kept');
    expect(await payAgain(sourceId, await world().cvvToken())).toMatchObject({
      kind: 'refused',
      outcome: 'expire',
    });
    const later = readCardExpiry(`${expiry.slice(0, 3)}${Number(expiry.slice(3)) + 2}`) as CardExpiry;
    const updated = await provider.updateCardExpiry(sourceId, later);
    expect(updated.kind).toBe(provider.can.updateCardExpiry ? 'done' : 'refused');
    const paid = await payAgain(sourceId, await world().cvvToken());
    expect(paid.kind).toBe(provider.can.updateCardExpiry ? 'paid' : 'refused');
    if (provider.can.updateCardExpiry) expect(paid).toMatchObject({ card: { sourceId, expiry: later } });
  });

  it('updating a saved card to a past date is refused, and so is updating an unknown card', async () => {
    const { sourceId } = await paidCard('approve');
    expect((await world().provider.updateCardExpiry(sourceId, '01/20' as CardExpiry)).kind).toBe('refused');
    const stranger = `${sourceId}x` as CardSourceId;
    expect((await world().provider.updateCardExpiry(stranger, '01/60' as CardExpiry)).kind).toBe('refused');
  });

  it('[CRD-07] a saved card that was deleted is refused for payments, and may be deleted again', async () => {
    const { provider } = world();
    const { sourceId } = await paidCard('approve');
    expect(await provider.forgetCard(sourceId, PAYER.reference)).toEqual({ kind: 'done' });
    expect(await provider.forgetCard(sourceId, PAYER.reference)).toEqual({ kind: 'done' });
    expect((await payAgain(sourceId, await world().cvvToken())).kind).toBe('refused');
  });
}
