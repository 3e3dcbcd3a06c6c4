import type { GemPack, Recipient } from '@jawhara/domain';
import { useState } from 'react';
import { useGemPacks } from '../../api/use-gem-packs.ts';
import type { OrderSummary } from '../../checkout/order-strip.tsx';
import { storedChosenAmount } from '../../host/stored-purchase.ts';
import { storedRecipient } from '../../host/stored-recipients.ts';
import { useStored } from '../../host/use-stored.ts';

export interface Choice {
  readonly recipient: Recipient | null;
  readonly pack: GemPack | null;
  readonly offered: readonly GemPack[];
  /** Packs are awaited, and the one chosen may be among them. */
  readonly isLoading: boolean;
  /** Both together, as the strip on top of a step shows them. */
  readonly order: OrderSummary | null;
  /** Which card is being typed: another one begins with empty fields. */
  readonly cardNth: number;
  readonly forgetCard: () => void;
}

const NO_PACKS: readonly GemPack[] = [];

/** Whom for and which pack, as chosen on the page before. */
export function useChoice(): Choice {
  const recipient = useStored(storedRecipient);
  const amount = useStored(storedChosenAmount);
  const [cardNth, setCardNth] = useState(1);
  const packs = useGemPacks(recipient?.accountId ?? null);
  const offered = packs.kind === 'ready' ? packs.packs : NO_PACKS;
  const pack = offered.find((one) => one.priceUsdCents === amount) ?? null;
  return {
    recipient,
    pack,
    offered,
    isLoading: packs.kind === 'loading' && recipient !== null && amount !== null,
    order: pack === null || recipient === null ? null : { ...pack, recipient },
    cardNth,
    forgetCard: () => setCardNth((nth) => nth + 1),
  };
}
