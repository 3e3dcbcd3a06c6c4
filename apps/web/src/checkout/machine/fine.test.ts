import type { OrderInfo } from '@jawhara/contract';
import { accountId, usdCents, type DisplayId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { methodRows, packOfOrder } from './methods.ts';
import { EVENTS, order } from './purchase/test/purchase-samples.ts';
import type { PurchaseEvent } from './purchase/purchase-state.ts';
import { addressOfSteps } from './step-address.ts';
import {
  CARDS,
  checkoutOf,
  confirm,
  effectsOf,
  home,
  NOW,
  OFFER,
  play,
  stepNames,
} from './test/checkout-samples.ts';

const FAHD = '7719042' as DisplayId;
const FINE = {
  account: { accountId: accountId(2001), displayId: FAHD, nickname: 'Fahd', iconUrl: null },
  quote: { id: 'quote.seal', amountUsdCents: usdCents(999), goodUntil: NOW },
};
const WITH_FINE = { offer: { ...OFFER, fine: FINE } };
const ON_CVV = play(home([CARDS.valid13], WITH_FINE), confirm())[0];

const refusedWith = (refusal: Extract<PurchaseEvent, { type: 'place-refused' }>['refusal']) =>
  effectsOf(
    play(ON_CVV, confirm(), EVENTS.tokenised, { type: 'place-refused', refusal, message: '', result: 1 }),
  ).map((effect) => effect.do);

describe('paying a fine', () => {
  it('when the offer has a fine and a gem pack, the order is placed for the fine with the quote shown', () => {
    const place = effectsOf(play(ON_CVV, confirm(), EVENTS.tokenised)).find(
      ({ do: name }) => name === 'place',
    );
    expect(place).toMatchObject({
      attempt: { purchase: { kind: 'fine', displayId: FAHD, quoteId: 'quote.seal', payType: 23 } },
    });
  });

  it('a fine can be paid without a gem pack and without a recipient', () => {
    const alone = { offer: { ...OFFER, fine: FINE, pack: null, packs: [], recipientId: null } };
    expect(stepNames(play(home([CARDS.valid13], alone), confirm())[0])).toEqual(['home', 'cvv']);
  });

  it('a fine can be paid with the wallet, with saved cards of two providers and with a new card', () => {
    const rows = methodRows(checkoutOf(home([CARDS.valid13, CARDS.valid6], WITH_FINE)));
    expect(rows.map(({ kind }) => kind)).toEqual(['wallet', 'saved-card', 'saved-card', 'new-card']);
  });

  it('the address of a payment step contains the account of the fine', () => {
    expect(addressOfSteps(ON_CVV)).toBe(`/pay-step?step=cvv&fine=${FAHD}`);
  });

  it('[FIN-03] the fine is read again after a refusal that says it has changed, and not after another refusal', () => {
    for (const refusal of ['fine-changed', 'fine-none', 'fine-permanent'] as const) {
      expect(refusedWith(refusal)).toEqual(['forget-request', 'read-fine']);
    }
    expect(refusedWith('card-expired')).toEqual(['forget-request']);
  });

  it('the order of a fine is not matched to a gem pack of the same price', () => {
    const gems = order('paid');
    const fine: OrderInfo = { ...gems, purpose: 'fine', rechargeId: null };
    expect(packOfOrder(OFFER.packs, gems)?.priceUsdCents).toBe(999);
    expect(packOfOrder(OFFER.packs, fine)).toBeNull();
  });
});
