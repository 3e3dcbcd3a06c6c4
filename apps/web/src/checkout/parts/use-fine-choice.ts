import type { FineInfo } from '@jawhara/contract';
import type { DisplayId } from '@jawhara/domain';
import { useMemo } from 'react';
import { useFine } from '../../api/use-fine.ts';
import { storedAgreedFine, type AgreedFine } from '../../browser/storage/purchase.ts';
import { useStored } from '../../browser/storage/use-stored.ts';
import type { FineToPay } from '../machine/checkout-state.ts';
import type { Choice } from './use-choice.ts';

/** Only at the amount that its payer went on with: whatever else it costs now is seen first. */
function fineAgreed(info: FineInfo | null, agreed: AgreedFine | null): FineToPay | null {
  if (info === null || info.quote === null || agreed === null) return null;
  const { account, quote } = info;
  const isSeen = agreed.displayId === account.displayId && agreed.amountUsdCents === quote.amountUsdCents;
  return isSeen ? { account, quote } : null;
}

export interface FineChoice {
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
      // Whoever finds nothing here is led back to the fine, and waits until then.
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
