import type { RefusalKind } from '@jawhara/contract';
import { RECHARGE_REFUSALS, type BanNotice, type DisplayId, type RechargeRefusal } from '@jawhara/domain';
import type { IconName } from '../ui/icon-names.ts';
import { formatDate } from '../ui/format-time.ts';
import { isolatedLtr } from '../words/isolate.ts';
import { word } from '../words/word.ts';

/** The sentence for each reason why an account cannot be recharged. */
const SENTENCES: { readonly [Reason in RechargeRefusal]: () => string } = {
  guest: () => word('err.guest'),
  banned: () => word('err.20001'),
  deactivated: () => word('err.20186'),
  'being-cancelled': () => word('err.cancelling'),
  'not-found': () => word('err.noMatch'),
  'source-mismatch': () => word('err.source'),
  'ludo-account': () => word('err.ludo'),
};

function isRechargeRefusal(refusal: RefusalKind | null): refusal is RechargeRefusal {
  return (RECHARGE_REFUSALS as readonly (RefusalKind | null)[]).includes(refusal);
}

/** The sentence why this account cannot be recharged; for an unknown reason the server's message. */
export function refusalSentence(refusal: RefusalKind | null, message: string): string {
  return isRechargeRefusal(refusal) ? SENTENCES[refusal]() : message || word('net.internal');
}

/** The ban, and what it means for a recharge. */
export function banSentences(ban: BanNotice | null): { readonly what: string; readonly more: string | null } {
  if (ban === null) return { what: word('err.20001'), more: null };
  if (ban.kind === 'permanent')
    return { what: word('err.bannedForever'), more: word('err.bannedForever.body') };
  const what =
    ban.until === null
      ? word('err.20001')
      : word('err.bannedUntil', { date: isolatedLtr(formatDate(ban.until)) });
  return { what, more: ban.kind === 'fine' ? word('err.bannedUntil.fine') : word('err.bannedUntil.wait') };
}

/** Refusals of an account that no step on this site changes: only another id helps. */
const OTHER_HELPS: ReadonlySet<RefusalKind> = new Set<RefusalKind>([
  'deactivated',
  'being-cancelled',
  'source-mismatch',
  'ludo-account',
]);

export interface NextStep {
  readonly label: string;
  /** Where the button leads; null: it empties the field for another id. */
  readonly href: string | null;
  readonly icon?: IconName;
}

/** The next steps after a refusal, most useful first. A fine is offered only if it lifts the ban. */
export function nextStepsAfter(
  refusal: RefusalKind | null,
  ban: BanNotice | null,
  displayId: DisplayId,
): readonly NextStep[] {
  const other: NextStep = { label: word('err.otherAccount'), href: null };
  const support: NextStep = { label: word('err.askSupport'), href: '/?page=contact', icon: 'headset' };
  if (refusal === 'banned') {
    return ban?.kind === 'fine'
      ? [{ label: word('err.20001.action'), href: `/fines?fine=${displayId}`, icon: 'lock-open' }, other]
      : [other, support];
  }
  if (refusal === 'guest') return [{ label: word('login.title'), href: '/login' }, other];
  return refusal !== null && OTHER_HELPS.has(refusal) ? [other] : [];
}
