import { type GemPack, type PayType, type Recipient, methodFor } from '@jawhara/domain';
import { word } from '../../words/word.ts';

interface PayFacts {
  /** Shown on the screen with face and name, and not refused. */
  readonly recipient: Recipient | null;
  readonly pack: GemPack | null;
  /** Of the method that stands chosen; null when none does. */
  readonly payType: PayType | null;
  readonly isOnline: boolean;
}

/** The first thing that is missing before the next step; null when nothing is. */
export type PayGap = 'offline' | 'recipient' | 'pack' | 'method';

export function findGap({ recipient, pack, payType, isOnline }: PayFacts): PayGap | null {
  if (!isOnline) return 'offline';
  if (recipient === null) return 'recipient';
  if (pack === null) return 'pack';
  return payType === null || methodFor(pack, payType) === null ? 'method' : null;
}

const SENTENCES: { readonly [Gap in PayGap]: () => string } = {
  offline: () => word('net.notConnected'),
  recipient: () => word('err.targetNotFound'),
  pack: () => word('packs.selectFirst'),
  method: () => word('method.none'),
};

export function gapSentence(gap: PayGap): string {
  return SENTENCES[gap]();
}
