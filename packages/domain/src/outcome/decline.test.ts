import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adyenRefusalCode } from './adyen-codes.ts';
import { LISTED_CODES } from './decline-codes.fixture.ts';
import { declineOf, describeDecline, isKnownDecline, parseDeclineReason, reasonOf } from './decline.ts';
import { DECLINE_REASONS, type DeclineReason, type NextStep } from './decline-reason.ts';
import { failureOfOutcome, type RefusalOutcome } from './outcome.ts';

const PROVIDERS = [6, 13, 17, 18, 19, 30] as const;
const OUTCOMES: readonly RefusalOutcome[] = ['balance', 'expire', 'verify', 'high-risk', 'other'];

describe.each([
  ['Checkout.com', 13],
  ['Adyen', 17],
  ['PayerMax', 6],
  ['Stripe', 18],
  ['Tap', 19],
] as const)('the codes of %s', (_, provider) => {
  it.each(LISTED_CODES[provider])(
    '%s (%s) has a row: %s, same card again: %s',
    (code, _means, outcome, retrySameCard) => {
      expect(isKnownDecline(provider, code)).toBe(true);
      expect(declineOf(provider, code)).toMatchObject({ outcome, retrySameCard });
    },
  );
});

describe('Adyen', () => {
  it('[ORD-04] 6 is expired, 11 and 24 verification failed, 12 not enough balance', () => {
    expect(declineOf(17, '6')).toMatchObject({ outcome: 'expire', reason: 'card-expired' });
    expect(declineOf(17, '11')).toMatchObject({ outcome: 'verify', reason: 'verification-failed' });
    expect(declineOf(17, '12')).toMatchObject({ outcome: 'balance', reason: 'insufficient-funds' });
    expect(declineOf(17, '24')).toMatchObject({ outcome: 'verify', nextStep: 're-enter-cvv' });
  });

  it('[ORD-04] all others are other, but for those that Adyen itself names fraud or an unfinished 3-D Secure', () => {
    const codes = Array.from({ length: 200 }, (_, code) => String(code));
    const ofOutcome = (outcome: RefusalOutcome) =>
      codes.filter((code) => declineOf(17, code).outcome === outcome);
    expect(ofOutcome('expire')).toEqual(['6']);
    expect(ofOutcome('balance')).toEqual(['12']);
    expect(ofOutcome('verify')).toEqual(['11', '24', '38', '39']);
    expect(ofOutcome('high-risk')).toEqual(['14', '20', '22', '31']);
    for (const code of ['1', '13', '40', '46', '199']) expect(declineOf(17, code).reason).toBe('unknown');
  });

  it.each(LISTED_CODES[17])('%s means the same when the provider sends only its text: %s', (code, text) => {
    expect(declineOf(17, text)).toEqual(declineOf(17, code));
  });

  it.each(LISTED_CODES[17].filter(([code]) => /^\d+$/.test(code)))(
    '%s is the code of its text, however that is written: %s',
    (code, text) => {
      expect(adyenRefusalCode(text)).toBe(code);
      expect(adyenRefusalCode(text.toUpperCase().replaceAll(' ', '_'))).toBe(code);
      expect(adyenRefusalCode(text.replaceAll(/[^A-Za-z0-9]/g, ''))).toBe(code);
    },
  );

  it('words of nobody’s list have no code', () => {
    expect(adyenRefusalCode('Something new')).toBeNull();
    expect(adyenRefusalCode('')).toBeNull();
  });

  it('a result without a code is understood too', () => {
    expect(declineOf(17, 'Cancelled').reason).toBe('payer-cancelled');
    expect(declineOf(17, 'Refused').reason).toBe('bank-refused');
    expect(declineOf(17, 'Error').reason).toBe('not-processed');
  });
});

describe('the error catalogue', () => {
  it('[ORD-09] 20051 is insufficient balance', () => {
    expect(declineOf(13, '20051')).toMatchObject({ reason: 'insufficient-funds', outcome: 'balance' });
  });

  it.each(['200P1', '20061', '20065', '200P9', '20121', '30021', '30022'])(
    '[ORD-09] %s: try another card or method',
    (code) => {
      expect(declineOf(13, code)).toMatchObject({ outcome: 'other', nextStep: 'other-card' });
    },
  );

  it.each([
    [13, '20005', 'Expired card'],
    [13, '20999', 'the card has EXPIRED'],
    [17, '2', 'Expired Card'],
    [6, 'PAYMENT_FAILED', 'The card has expired.'],
    [18, 'declined', 'Your card has expired.'],
  ] as const)(
    "[ORD-09] %i, %s: a message containing 'expired' (%j) gives card expired",
    (provider, code, message) => {
      expect(declineOf(provider, code, message)).toMatchObject({ reason: 'card-expired', outcome: 'expire' });
    },
  );

  it('a code with a meaning of its own counts before its message', () => {
    expect(declineOf(13, '20152', '3DS session expired').reason).toBe('verification-timed-out');
    expect(declineOf(13, '20051', 'expired').reason).toBe('insufficient-funds');
    expect(declineOf(13, 'Expired', 'Payment expired').reason).toBe('payment-lapsed');
  });

  it('[ORD-09] any other gives retry or another card', () => {
    for (const code of ['20005', '20999', '', 'constructor', '4', '411010', 'Voided']) {
      expect(declineOf(13, code)).toMatchObject({ outcome: 'other', nextStep: 'retry-or-other-card' });
    }
  });
});

describe('a code without a row', () => {
  it.each(['41101', '42000', '43301', '40000', '49999'])('%s comes from the risk engine', (code) => {
    expect(declineOf(13, code).reason).toBe('risk');
  });

  it.each([
    ['20199', 'bank-refused'],
    ['200Z9', 'bank-refused'],
    ['30999', 'not-permitted'],
    // Approvals and payouts are no refusals of a payment.
    ['10000', 'unknown'],
    ['10200', 'unknown'],
    ['50150', 'unknown'],
    ['2005', 'unknown'],
    ['200511', 'unknown'],
  ] as const)('%s falls to its range: %s', (code, reason) => {
    expect(isKnownDecline(13, code)).toBe(false);
    expect(declineOf(13, code).reason).toBe(reason);
  });

  it("another provider's codes have no meaning, whatever they look like", () => {
    expect(declineOf(17, '20051').reason).toBe('unknown');
    expect(declineOf(6, '41101').reason).toBe('unknown');
    expect(declineOf(18, '20051').reason).toBe('unknown');
  });

  it('whatever a provider says, it is one of the reasons, with its row', () => {
    const listed = Object.values(LISTED_CODES).flatMap((lines) => lines.map(([code]) => code));
    const code = fc.oneof(fc.string(), fc.constantFrom(...listed, 'toString', '__proto__', 'hasOwnProperty'));
    fc.assert(
      fc.property(fc.constantFrom(...PROVIDERS), code, fc.option(fc.string()), (provider, said, message) => {
        const { reason, outcome, ...rest } = declineOf(provider, said, message);
        expect(DECLINE_REASONS[reason]).toMatchObject(rest);
        expect(OUTCOMES).toContain(outcome);
      }),
    );
  });
});

describe('the reasons', () => {
  const rows = Object.entries(DECLINE_REASONS) as [DeclineReason, (typeof DECLINE_REASONS)[DeclineReason]][];

  it('a card that can never work is not offered again', () => {
    const SAME_CARD: readonly NextStep[] = [
      'try-again',
      'try-later',
      'update-card',
      'check-card',
      're-enter-cvv',
    ];
    const offeredInVain = rows.filter(
      ([, row]) => row.retrySameCard === 'no' && SAME_CARD.includes(row.nextStep),
    );
    expect(offeredInVain).toEqual([]);
  });

  it('each panel of a refusal has its reasons', () => {
    for (const outcome of OUTCOMES) expect(rows.some(([, row]) => row.outcome === outcome)).toBe(true);
  });
});

describe('what a payer is told', () => {
  it('the reason of the code, when the outcome of the order agrees', () => {
    expect(describeDecline(13, { outcome: 'other', code: '200P1', reason: null }).reason).toBe('daily-limit');
    expect(describeDecline(17, { outcome: 'verify', code: '24', reason: null })).toMatchObject({
      reason: 'cvv-wrong',
      outcome: 'verify',
    });
  });

  it('an expired card of any provider is reported as one, though the wire names it 20054', () => {
    for (const provider of PROVIDERS) {
      const { errCode } = failureOfOutcome('expire', '6');
      expect(describeDecline(provider, { outcome: 'expire', code: errCode, reason: null }).reason).toBe(
        'card-expired',
      );
    }
  });

  it('a code that is withheld, or speaks of something else, leaves the plain reason of the outcome', () => {
    expect(describeDecline(13, { outcome: 'other', code: null, reason: null }).reason).toBe('unknown');
    expect(describeDecline(null, { outcome: 'other', code: '200P1', reason: null }).reason).toBe('unknown');
    expect(describeDecline(13, { outcome: 'other', code: '20051', reason: null }).reason).toBe('unknown');
    expect(describeDecline(13, { outcome: 'high-risk', code: null, reason: null }).reason).toBe('risk');
    fc.assert(
      fc.property(
        fc.constantFrom(...PROVIDERS, null),
        fc.constantFrom(...OUTCOMES),
        fc.option(fc.constantFrom('20051', '20054', '24', '6', 'PAYMENT_FAILED', 'x')),
        (provider, outcome, code) => {
          expect(describeDecline(provider, { outcome, code, reason: null }).outcome).toBe(outcome);
        },
      ),
    );
  });
});

describe('[ORD-18] the word for a refusal', () => {
  it('is the reason of the code, unless the outcome of the order says something else', () => {
    expect(reasonOf(13, { outcome: 'other', code: '200P1' })).toBe('daily-limit');
    expect(reasonOf(13, { outcome: 'high-risk', code: '200P1' })).toBe('risk');
    expect(reasonOf(null, { outcome: 'balance', code: '200P1' })).toBe('insufficient-funds');
    expect(reasonOf(13, { outcome: 'verify', code: null })).toBe('verification-failed');
  });

  it('counts more than a code that the wire has changed', () => {
    const refusal = { outcome: 'expire', code: '20054', reason: 'expiry-wrong' } as const;
    expect(describeDecline(13, refusal)).toMatchObject({ reason: 'expiry-wrong', outcome: 'expire' });
  });

  it('is one of ours or none', () => {
    for (const reason of Object.keys(DECLINE_REASONS)) expect(parseDeclineReason(reason)).toBe(reason);
    for (const stranger of ['toString', '', 'Do Not Honour', null])
      expect(parseDeclineReason(stranger)).toBeNull();
  });
});

it('a payer is told to update a card only where its provider can', () => {
  expect(describeDecline(17, { outcome: 'balance', code: '12', reason: null }).nextStep).toBe(
    declineOf(17, '12').nextStep,
  );
  const expired = { outcome: 'expire', code: '20054', reason: null } as const;
  expect(describeDecline(13, expired).nextStep).toBe('update-card');
  for (const provider of [17, 6, null] as const)
    expect(describeDecline(provider, expired)).toMatchObject({
      reason: 'card-expired',
      nextStep: 'other-card',
    });
});
