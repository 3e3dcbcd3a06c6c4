import type { GemPack, PayType, Recipient } from '@jawhara/domain';
import { methodFor } from '@jawhara/domain';

export interface PayFacts {
  /** Shown on the screen with face and name, and not refused. */
  readonly recipient: Recipient | null;
  readonly pack: GemPack | null;
  readonly payType: PayType;
  readonly isOnline: boolean;
}

/** What still stands between the payer and the next step; null when nothing does. */
export type PayGap = 'offline' | 'recipient' | 'pack' | 'method';

export function findGap({ recipient, pack, payType, isOnline }: PayFacts): PayGap | null {
  if (!isOnline) return 'offline';
  if (recipient === null) return 'recipient';
  if (pack === null) return 'pack';
  return methodFor(pack, payType) === null ? 'method' : null;
}
