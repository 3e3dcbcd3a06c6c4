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
  /** The packs are being read, and the chosen one may be among them. */
  readonly isLoading: boolean;
  /** Pack and recipient together, as the strip at the top of a step shows them. */
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

/** The fine, only at the amount that its payer agreed to: a different amount is shown first. */
function fineAgreed(info: FineInfo | null, agreed: AgreedFine | null): FineToPay | null {
  if (info === null || info.quote === null || agreed === null) return null;
  const { account, quote } = info;
  const isSeen = agreed.displayId === account.displayId && agreed.amountUsdCents === quote.amountUsdCents;
  return isSeen ? { account, quote } : null;
}

interface FineChoice {
  readonly choice: Choice;
  readonly toPay: FineToPay | null;
  /** The fine cannot be paid: its amount has changed, it is gone, or it cannot be read. */
  readonly isGone: boolean;
}

/** The account whose fine is paid and its amount, as seen on the page before. */
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
      // A payer without a fine to pay is taken back to the fine's page, and sees the loading state until then.
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
