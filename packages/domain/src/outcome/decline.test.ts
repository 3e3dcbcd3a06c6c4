import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adyenRefusalCode } from './adyen-codes.ts';
import { LISTED_CODES } from './test/decline-codes.ts';
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
] as const)('every listed decline code of %s has its row', (_, provider) => {
  it.each(LISTED_CODES[provider])(
    'decline code %s (%s) has the outcome %s; another try with the card is advised: %s',
    (code, _means, outcome, retrySameCard) => {
      expect(isKnownDecline(provider, code)).toBe(true);
      expect(declineOf(provider, code)).toMatchObject({ outcome, retrySameCard });
    },
  );
});

describe('Adyen’s refusal codes', () => {
  it('[ORD-04] Adyen’s refusal 6 is an expired card, 11 and 24 failed verification, 12 an insufficient balance', () => {
    expect(declineOf(17, '6')).toMatchObject({ outcome: 'expire', reason: 'card-expired' });
    expect(declineOf(17, '11')).toMatchObject({ outcome: 'verify', reason: 'verification-failed' });
    expect(declineOf(17, '12')).toMatchObject({ outcome: 'balance', reason: 'insufficient-funds' });
    expect(declineOf(17, '24')).toMatchObject({ outcome: 'verify', nextStep: 're-enter-cvv' });
  });

  it('[ORD-04] Adyen’s other refusals have the outcome other, except those it names fraud or unfinished 3-D Secure', () => {
    const codes = Array.from({ length: 200 }, (_, code) => String(code));
    const ofOutcome = (outcome: RefusalOutcome) =>
      codes.filter((code) => declineOf(17, code).outcome === outcome);
    expect(ofOutcome('expire')).toEqual(['6']);
    expect(ofOutcome('balance')).toEqual(['12']);
    expect(ofOutcome('verify')).toEqual(['11', '24', '38', '39']);
    expect(ofOutcome('high-risk')).toEqual(['14', '20', '22', '31']);
    for (const code of ['1', '13', '40', '46', '199']) expect(declineOf(17, code).reason).toBe('unknown');
  });

  it.each(LISTED_CODES[17])(
    'Adyen’s refusal %s gives one reason by its code and by its text alone: %s',
    (code, text) => {
      expect(declineOf(17, text)).toEqual(declineOf(17, code));
    },
  );

  it.each(LISTED_CODES[17].filter(([code]) => /^\d+$/.test(code)))(
    'Adyen’s refusal code %s is found from its text in any spelling: %s',
    (code, text) => {
      expect(adyenRefusalCode(text)).toBe(code);
      expect(adyenRefusalCode(text.toUpperCase().replaceAll(' ', '_'))).toBe(code);
      expect(adyenRefusalCode(text.replaceAll(/[^A-Za-z0-9]/g, ''))).toBe(code);
    },
  );

  it('an unknown Adyen refusal text has no refusal code', () => {
    expect(adyenRefusalCode('Something new')).toBeNull();
    expect(adyenRefusalCode('')).toBeNull();
  });

  it('an Adyen result without a refusal code still gives a decline reason', () => {
    expect(declineOf(17, 'Cancelled').reason).toBe('payer-cancelled');
    expect(declineOf(17, 'Refused').reason).toBe('bank-refused');
    expect(declineOf(17, 'Error').reason).toBe('not-processed');
  });
});

describe('the error catalogue', () => {
  it('[ORD-09] decline code 20051 means insufficient balance', () => {
    expect(declineOf(13, '20051')).toMatchObject({ reason: 'insufficient-funds', outcome: 'balance' });
  });

  it.each(['200P1', '20061', '20065', '200P9', '20121', '30021', '30022'])(
    '[ORD-09] decline code %s advises the payer to try another card or method',
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
    "[ORD-09] provider %i, code %s: a message containing 'expired' (%j) gives card expired",
    (provider, code, message) => {
      expect(declineOf(provider, code, message)).toMatchObject({ reason: 'card-expired', outcome: 'expire' });
    },
  );

  it('a decline code with a specific meaning wins over the word “expired” in its message', () => {
    expect(declineOf(13, '20152', '3DS session expired').reason).toBe('verification-timed-out');
    expect(declineOf(13, '20051', 'expired').reason).toBe('insufficient-funds');
    expect(declineOf(13, 'Expired', 'Payment expired').reason).toBe('payment-lapsed');
  });

  it('[ORD-09] any other decline code advises the payer to retry or use another card', () => {
    for (const code of ['20005', '20999', '', 'constructor', '4', '411010', 'Voided']) {
      expect(declineOf(13, code)).toMatchObject({ outcome: 'other', nextStep: 'retry-or-other-card' });
    }
  });
});

describe('a decline code that is not listed', () => {
  it.each(['41101', '42000', '43301', '40000', '49999'])(
    'the unlisted decline code %s of Checkout.com counts as a refusal by the risk engine',
    (code) => {
      expect(declineOf(13, code).reason).toBe('risk');
    },
  );

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
  ] as const)('the unlisted decline code %s gets the reason of its first digits: %s', (code, reason) => {
    expect(isKnownDecline(13, code)).toBe(false);
    expect(declineOf(13, code).reason).toBe(reason);
  });

  it('a decline code of one provider is an unknown code for another provider', () => {
    expect(declineOf(17, '20051').reason).toBe('unknown');
    expect(declineOf(6, '41101').reason).toBe('unknown');
    expect(declineOf(18, '20051').reason).toBe('unknown');
  });

  it('any decline code of any provider, even an invented one, gives a known reason and outcome', () => {
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

describe('the decline reasons', () => {
  const rows = Object.entries(DECLINE_REASONS) as [DeclineReason, (typeof DECLINE_REASONS)[DeclineReason]][];

  it('after a refusal that no retry can change, the payer is not advised to try the card again', () => {
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

  it('every refusal outcome with its own panel has at least one decline reason', () => {
    for (const outcome of OUTCOMES) expect(rows.some(([, row]) => row.outcome === outcome)).toBe(true);
  });
});

describe('the refusal shown to the payer', () => {
  it('a payer sees the reason of the decline code when it agrees with the order’s outcome', () => {
    expect(describeDecline(13, { outcome: 'other', code: '200P1', reason: null }).reason).toBe('daily-limit');
    expect(describeDecline(17, { outcome: 'verify', code: '24', reason: null })).toMatchObject({
      reason: 'cvv-wrong',
      outcome: 'verify',
    });
  });

  it('an expired card of any provider is shown as expired, though the wire always sends code 20054', () => {
    for (const provider of PROVIDERS) {
      const { errCode } = failureOfOutcome('expire', '6');
      expect(describeDecline(provider, { outcome: 'expire', code: errCode, reason: null }).reason).toBe(
        'card-expired',
      );
    }
  });

  it('without a decline code, or with one that contradicts the order’s outcome, the outcome alone gives the reason', () => {
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

describe('[ORD-18] the stored decline reason', () => {
  it('a refusal’s reason comes from its decline code, unless the order’s outcome contradicts the code', () => {
    expect(reasonOf(13, { outcome: 'other', code: '200P1' })).toBe('daily-limit');
    expect(reasonOf(13, { outcome: 'high-risk', code: '200P1' })).toBe('risk');
    expect(reasonOf(null, { outcome: 'balance', code: '200P1' })).toBe('insufficient-funds');
    expect(reasonOf(13, { outcome: 'verify', code: null })).toBe('verification-failed');
  });

  it('the stored decline reason is shown even when the code on the wire would give another reason', () => {
    const refusal = { outcome: 'expire', code: '20054', reason: 'expiry-wrong' } as const;
    expect(describeDecline(13, refusal)).toMatchObject({ reason: 'expiry-wrong', outcome: 'expire' });
  });

  it('only our own decline reasons are accepted as stored reasons', () => {
    for (const reason of Object.keys(DECLINE_REASONS)) expect(parseDeclineReason(reason)).toBe(reason);
    for (const stranger of ['toString', '', 'Do Not Honour', null])
      expect(parseDeclineReason(stranger)).toBeNull();
  });
});

it('a payer is advised to update a card only where its provider supports updates', () => {
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
