import { expect, it } from 'vitest';
import { hasFailed } from './check.ts';
import { GOOD } from './test/good-run.ts';
import { countTroubles, troublesWerePlayed } from './trouble-counts.ts';

const stories = { cancelled: 20, paidAfterCancel: 3, paidAfterExpiry: 21, returnedFirst: 2 };
const turnedAway = { revokedKey: 22, tooMany: 23 };

it('captured payments whose webhook was never stored are counted as lost webhooks', () => {
  const counts = countTroubles(GOOD, { played: new Map(), stories, turnedAway });
  // Webhooks of two orders were stored, which report three of the ten captured payments.
  expect(counts['word-lost-for-ever']).toBe(7);
  const webhook = { provider: 17, eventType: 'AUTHORISATION', orderId: 'turned', isProcessed: true } as const;
  const more = { ...GOOD, notifications: [...GOOD.notifications, { ...webhook, id: 'n3' }] };
  const again = countTroubles(more, { played: new Map(), stories, turnedAway });
  expect(again['word-lost-for-ever']).toBe(6);
});

it.each([
  ['by-wallet', 18, 'charge.succeeded'],
  ['by-wallet', 18, 'payment_intent.succeeded'],
  ['by-tap', 19, 'chg CAPTURED'],
] as const)(
  'a wallet payment is not counted as a lost webhook once its webhook is stored: order %s, provider %i, event type %s',
  (orderId, provider, eventType) => {
    const webhook = { id: 'n4', orderId, provider, eventType, isProcessed: true };
    const evidence = { ...GOOD, notifications: [...GOOD.notifications, webhook] };
    const counts = countTroubles(evidence, { played: new Map(), stories, turnedAway });
    expect(counts['word-lost-for-ever']).toBe(6);
  },
);

it('a chaos run in which a planned kind of trouble did not occur fails the check', () => {
  const played = new Map([['refund-whole', 20] as const]);
  const counts = countTroubles(GOOD, { played, stories, turnedAway });
  const check = troublesWerePlayed(counts, 20);
  expect(hasFailed(check)).toBe(true);
  expect(check.breaches).toContain('dispute-won: 0 times');
  expect(check.breaches).not.toContain('refund-whole: 20 times');
  expect(check.breaches.some((line) => /key-revoked|cancelled-by-payer|paid-after-expiry/.test(line))).toBe(
    false,
  );
});
