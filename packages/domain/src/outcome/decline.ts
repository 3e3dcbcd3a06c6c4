import { cardHabitsOf, type ProviderNumber } from '../provider/providers.ts';
import { DECLINE_CODES } from './decline-codes.ts';
import { DECLINE_REASONS, type Decline, type DeclineReason } from './decline-reason.ts';
import type { RefusalOutcome } from './outcome.ts';

function rangeOf(provider: ProviderNumber, code: string): DeclineReason {
  return DECLINE_CODES[provider].ranges.find(([range]) => range.test(code))?.[1] ?? 'unknown';
}

/** Reasons so general that the provider's message may be more precise. */
const SAYS_LITTLE: readonly DeclineReason[] = ['bank-refused', 'not-permitted', 'unknown'];
const SAYS_EXPIRED = /expired/i;

function declined(reason: DeclineReason): Decline {
  return { reason, ...DECLINE_REASONS[reason] };
}

/** Whether a code has a row of its own, instead of matching by its first digits. */
export function isKnownDecline(provider: ProviderNumber, code: string): boolean {
  return Object.hasOwn(DECLINE_CODES[provider].codes, code);
}

/**
 * The meaning of a provider's refusal. If the code is general and the message says "expired", the card has expired. For
 * other codes the message is ignored, because a 3-D Secure session can expire too.
 */
export function declineOf(provider: ProviderNumber, code: string, message?: string | null): Decline {
  const { codes } = DECLINE_CODES[provider];
  const row = (isKnownDecline(provider, code) ? codes[code] : undefined) ?? rangeOf(provider, code);
  if (typeof row === 'object') return { ...declined(row.reason), outcome: row.outcome };
  return SAYS_LITTLE.includes(row) && SAYS_EXPIRED.test(message ?? '')
    ? declined('card-expired')
    : declined(row);
}

const PLAIN_REASONS = {
  balance: 'insufficient-funds',
  expire: 'card-expired',
  verify: 'verification-failed',
  'high-risk': 'risk',
  other: 'unknown',
} as const satisfies Record<RefusalOutcome, DeclineReason>;

/** The stored decline reason, or null for an unknown one. */
export function parseDeclineReason(text: string | null): DeclineReason | null {
  return text !== null && Object.hasOwn(DECLINE_REASONS, text) ? (text as DeclineReason) : null;
}

/** The reason of an order's refusal. If the code contradicts the order's outcome, the outcome counts. */
export function reasonOf(
  provider: ProviderNumber | null,
  { outcome, code }: { readonly outcome: RefusalOutcome; readonly code: string | null },
): DeclineReason {
  const decline = provider === null || code === null ? null : declineOf(provider, code);
  return decline?.outcome === outcome ? decline.reason : PLAIN_REASONS[outcome];
}

/** The decline to show for an ended order. The server's reason counts; without one the reason is derived from the code. */
export function describeDecline(
  provider: ProviderNumber | null,
  refusal: {
    readonly outcome: RefusalOutcome;
    readonly code: string | null;
    readonly reason: DeclineReason | null;
  },
): Decline {
  const plain = { ...declined(refusal.reason ?? reasonOf(provider, refusal)), outcome: refusal.outcome };
  return cardHabitsOf(provider)?.updatesExpiry || plain.nextStep !== 'update-card'
    ? plain
    : { ...plain, nextStep: 'other-card' };
}
