import { CARD_PROVIDERS, declineOf, isKnownDecline, type CardProvider } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { REFUSAL_OF_DECLINE, REFUSALS } from '../../../sandbox/src/adyen/refusal-codes.ts';
import { CLOSED_RESULT, DECLINE_RESULTS } from '../../../sandbox/src/payermax/decline-results.ts';
import { DECLINES, type DeclineCode } from '../../../sandbox/src/scenarios.ts';

/** Everything a provider of the sandbox can refuse a payment with. */
const SAID: Readonly<Record<CardProvider, readonly string[]>> = {
  13: Object.keys(DECLINES),
  17: [...Object.keys(REFUSALS), ...Object.values(REFUSALS), 'Cancelled', 'Error'],
  6: [...Object.values(DECLINE_RESULTS).map(({ code }) => code), CLOSED_RESULT.code],
};

describe('what the sandbox can refuse with', () => {
  it.each(CARD_PROVIDERS)('provider %i: every code has a row among the declines', (provider) => {
    expect(SAID[provider].filter((code) => !isKnownDecline(provider, code))).toEqual([]);
  });

  it.each(Object.keys(DECLINES) as DeclineCode[])(
    'a bank that says %s means one thing at every provider',
    (said) => {
      const { code, msg } = DECLINE_RESULTS[said];
      const outcomes = [
        declineOf(13, said).outcome,
        declineOf(17, REFUSAL_OF_DECLINE[said]).outcome,
        declineOf(6, code, msg).outcome,
      ];
      // The specification has a wrong CVC told as a failed verification at Adyen; PayerMax's list names it beside those.
      const [first] = outcomes;
      expect(outcomes).toEqual(said === '200N7' ? ['other', 'verify', 'verify'] : [first, first, first]);
    },
  );
});
