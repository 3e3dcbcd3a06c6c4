import { cardHabitsOf, type PayWith } from '@jawhara/domain';
import { expect, it } from 'vitest';
import type { PaymentRequest } from '../provider.ts';
import {
  expectLate,
  expectRefused,
  expectUnknownTo,
  SEALED_LATE,
  SEALED_REFUSALS,
  sealedRequest,
} from './provider-suite-sealed.ts';
import {
  deciding,
  expectEnding,
  PRICE,
  PRICE_IN_MONEY,
  type ProviderWorld,
  settled,
  wordOn,
} from './provider-world.ts';

const takesGooglePay = ({ provider }: ProviderWorld): boolean =>
  cardHabitsOf(provider.number)?.forms.includes('google-pay') ?? false;

async function requestWith(world: ProviderWorld, card: PayWith | string): Promise<PaymentRequest> {
  if (world.googlePayFor === undefined) throw new Error('a world whose provider takes Google Pay has cards');
  return sealedRequest(typeof card === 'string' ? await world.googlePayFor(card) : card);
}

const sealed = (token: object): PayWith => ({ googlePayToken: JSON.stringify(token) });

function describeCards(world: () => ProviderWorld): void {
  it('a Google Pay card pays once, however often it is sent; the card is shown with its wallet and not saved', async () => {
    if (!takesGooglePay(world())) return;
    const { provider, books } = world();
    const request = await requestWith(world(), 'approve');
    const steps = await Promise.all([1, 2].map(() => provider.authorise(request)));
    steps.push(await provider.authorise(request));
    for (const step of steps)
      expect(step).toMatchObject({
        kind: 'paid',
        card: null,
        paidWith: { scheme: 'visa', last4: '4242', wallet: 'google-pay' },
        money: PRICE_IN_MONEY,
      });
    expect(await books(request.orderId)).toEqual([expect.objectContaining({ captured: PRICE })]);
    await settled(() =>
      expect(deciding(world(), request.orderId)[0]).toMatchObject({ kind: 'paid', card: null }),
    );
  });

  it('a Google Pay token that has paid pays no other order, nor does a token of another shop or a broken one', async () => {
    if (!takesGooglePay(world())) return;
    const { provider, googlePayFor } = world();
    const paid = await requestWith(world(), 'approve');
    expectEnding(await provider.authorise(paid), { kind: 'paid' });
    if (!('googlePayToken' in paid) || googlePayFor === undefined) throw new Error('not paid by Google Pay');
    const elsewhere = await googlePayFor('approve', { gateway: 'elsewhere', gatewayMerchantId: 'another' });
    const broken = sealed({ protocolVersion: 'ECv1', signature: 'c2ln', signedMessage: '{}' });
    for (const card of [{ googlePayToken: paid.googlePayToken }, elsewhere, broken])
      await expectUnknownTo(world(), card);
  });

  it('a Google Pay card without device authentication gets the bank’s check, and pays when it is passed', async () => {
    if (!takesGooglePay(world())) return;
    const { provider, answerBank, books } = world();
    const request = await requestWith(world(), 'challenge');
    const step = await provider.authorise(request);
    if (step.kind !== 'challenge') throw new Error(`expected a challenge, got ${step.kind}`);
    const proof = await answerBank(step, 'confirm');
    await provider.confirm(request.orderId, step.providerPaymentId, proof);
    await settled(async () => expectEnding(await wordOn(world(), request.orderId), { kind: 'paid' }));
    expect(await books(request.orderId)).toEqual([expect.objectContaining({ captured: PRICE })]);
  });
}

function describeEnds(world: () => ProviderWorld): void {
  it.each(SEALED_REFUSALS)('the Google Pay card "%s" is refused as %s', async (scenario, outcome) => {
    if (!takesGooglePay(world())) return;
    await expectRefused(world(), await requestWith(world(), scenario), outcome);
  });

  it.each(SEALED_LATE)(
    'the Google Pay card "%s" is %s first, and %s in the end',
    async (scenario, first, ending) => {
      if (!takesGooglePay(world())) return;
      await expectLate(world(), await requestWith(world(), scenario), first, ending);
    },
  );
}

/** Cards that Google Pay encrypts, if the provider takes them. */
export function describeGooglePay(world: () => ProviderWorld): void {
  describeCards(world);
  describeEnds(world);
}
