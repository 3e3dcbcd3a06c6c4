import type { GemPack, Recipient, DisplayId } from '@jawhara/domain';
import type { FineInfo } from '@jawhara/contract';
import { useMemo } from 'react';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import type { OrderSummary } from './order-strip.tsx';
import { storedChosenAmount, storedAgreedFine, type AgreedFine } from '../../browser/storage/purchase.ts';
import { storedRecipient } from '../../browser/storage/recipients.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import { useFine } from '../../api/use-fine.ts';
import type { FineToPay } from '../machine/checkout-state.ts';

export interface Choice {
  readonly recipient: Recipient | null;
  readonly pack: GemPack | null;
  /** Packs are awaited, and the one chosen may be among them. */
  readonly isLoading: boolean;
  /** All together, as the strip on top of a step shows them. */
  readonly order: OrderSummary | null;
}

/** The recipient and the pack, as chosen on the page before. */
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

/** Only at the amount that its payer went on with: whatever else it costs now is seen first. */
function fineAgreed(info: FineInfo | null, agreed: AgreedFine | null): FineToPay | null {
  if (info === null || info.quote === null || agreed === null) return null;
  const { account, quote } = info;
  const isSeen = agreed.displayId === account.displayId && agreed.amountUsdCents === quote.amountUsdCents;
  return isSeen ? { account, quote } : null;
}

interface FineChoice {
  readonly choice: Choice;
  readonly toPay: FineToPay | null;
  /** There is nothing here to go on with: it costs another amount, or nothing, or cannot be read. */
  readonly isGone: boolean;
}

/** Whose fine is paid and how much it is, as seen on the page before. */
export function useFineChoice(displayId: DisplayId | null): FineChoice {
  const { value, problem } = useFine(displayId);
  const agreed = useStored(storedAgreedFine);
  const toPay = useMemo(() => fineAgreed(value, agreed), [value, agreed]);
  const isKnown = value !== null || problem !== null;
  const recipient = toPay?.account ?? null;
  return {
    toPay,
    isGone: displayId !== null && toPay === null && isKnown,
    choice: {
      recipient,
      pack: null,
      // A payer without a fine to pay is led back to the page of the fine, and sees the loading state until then.
      isLoading: toPay === null,
      order: toPay && {
        purpose: 'fine',
        gems: 0,
        bonusGems: 0,
        priceUsdCents: toPay.quote.amountUsdCents,
        estimate: value?.estimate ?? undefined,
        recipient: toPay.account,
      },
    },
  };
}
