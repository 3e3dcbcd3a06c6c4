import { PROVIDER_NUMBERS, declineOf, isKnownDecline, PROVIDERS } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { SANDBOX_PROVIDERS } from '../../../sandbox/src/sandbox-providers.ts';
import { DECLINES, type DeclineCode } from '../../../sandbox/src/scenarios.ts';

const PLAYED = PROVIDER_NUMBERS.map((provider) => ({
  provider,
  played: SANDBOX_PROVIDERS[PROVIDERS[provider].folder],
}));

/** The specification counts a wrong CVC as a failed verification at Adyen, and so does PayerMax's list of codes. */
const CVC_FAILS_VERIFICATION: readonly number[] = [17, 6];

describe('what the sandbox can refuse with', () => {
  it.each(PLAYED)(
    'every decline code of the sandbox of provider $provider has a row in the declines table',
    ({ provider, played }) => {
      expect(played.refusals.length).toBeGreaterThan(0);
      expect(played.refusals.filter((code) => !isKnownDecline(provider, code))).toEqual([]);
    },
  );

  it.each(Object.keys(DECLINES) as DeclineCode[])(
    'a bank’s decline %s has the same outcome at every provider, apart from known CVC exceptions',
    (said) => {
      const outcomes = PLAYED.map(({ provider, played }) => {
        const { code, msg } = played.refusalOf(said);
        return [provider, declineOf(provider, code, msg).outcome];
      });
      const usual = declineOf(13, said).outcome;
      const expected = PROVIDER_NUMBERS.map((provider) => [
        provider,
        said === '200N7' && CVC_FAILS_VERIFICATION.includes(provider) ? 'verify' : usual,
      ]);
      expect(outcomes).toEqual(expected);
    },
  );
});
