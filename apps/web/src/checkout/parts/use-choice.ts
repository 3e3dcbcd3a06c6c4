import type { GemPack, Recipient } from '@jawhara/domain';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import type { OrderSummary } from './order-strip.tsx';
import { storedChosenAmount } from '../../browser/storage/purchase.ts';
import { storedRecipient } from '../../browser/storage/recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';

export interface Choice {
  readonly recipient: Recipient | null;
  readonly pack: GemPack | null;
  /** Packs are awaited, and the one chosen may be among them. */
  readonly isLoading: boolean;
  /** All together, as the strip on top of a step shows them. */
  readonly order: OrderSummary | null;
}

/** Whom for and which pack, as chosen on the page before. */
export function useChoice(): Choice {
  const recipient = useStored(storedRecipient);
  const amount = useStored(storedChosenAmount);
  const packs = useGemPacks(recipient?.accountId ?? null);
  const pack =
    packs.kind === 'ready' ? (packs.packs.find((one) => one.priceUsdCents === amount) ?? null) : null;
  return {
    recipient,
    pack,
    isLoading: packs.kind === 'loading' && recipient !== null && amount !== null,
    order: pack === null || recipient === null ? null : { ...pack, purpose: 'gems', recipient },
  };
}
