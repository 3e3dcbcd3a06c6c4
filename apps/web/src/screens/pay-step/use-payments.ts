import { methodFor, type CardSourceId } from '@jawhara/domain';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { PurchaseEvent, Tokeniser } from '../../checkout/purchase/purchase-state.ts';
import { takePayments, usePaySteps, type Payer } from '../../checkout/saved-cards/use-pay-steps.ts';
import type { PayUse } from '../../checkout/steps/steps-state.ts';
import { browserFacts } from '../../host/browser-facts.ts';
import { storedRecipient } from '../../host/stored-recipients.ts';

const NO_CARD: Tokeniser = () => Promise.resolve(null);

/** A card that its provider charges without a CVV. */
const keptCard =
  (sourceId: CardSourceId): Tokeniser =>
  () =>
    Promise.resolve({ card: { sourceId, cvvToken: null }, browser: browserFacts() });

/** Several steps may hold fields at once; the one that was confirmed gives the card. */
export interface CardSources {
  readonly setNewCard: (tokenise: Tokeniser) => void;
  readonly setCvv: (tokenise: Tokeniser) => void;
  readonly setElsewhere: (tokenise: Tokeniser) => void;
  /** Before another provider is tried for an order that is under way. */
  readonly chooseElsewhere: () => void;
  readonly choose: (use: PayUse) => void;
  readonly tokenise: Tokeniser;
}

export function useCardSources(): CardSources {
  const fields = useRef({ newCard: NO_CARD, cvv: NO_CARD, elsewhere: NO_CARD });
  const chosen = useRef<Tokeniser>(NO_CARD);
  return useMemo(
    () => ({
      setNewCard: (tokenise) => void (fields.current.newCard = tokenise),
      setCvv: (tokenise) => void (fields.current.cvv = tokenise),
      setElsewhere: (tokenise) => void (fields.current.elsewhere = tokenise),
      chooseElsewhere: () => void (chosen.current = fields.current.elsewhere),
      choose(use) {
        if (use.kind === 'new-card') chosen.current = fields.current.newCard;
        else if (use.kind === 'wallet') chosen.current = NO_CARD;
        else chosen.current = use.hasCvv ? fields.current.cvv : keptCard(use.sourceId);
      },
      tokenise: () => chosen.current(),
    }),
    [],
  );
}

/** While this page is open, what the steps pay is paid by its purchase. */
export function useTakePayments(sources: CardSources, send: (event: PurchaseEvent) => void): void {
  const steps = usePaySteps();
  const onPay = useEffectEvent<Payer>((use, pack) => {
    const method = methodFor(pack, use.payType);
    const recipient = storedRecipient.read();
    if (method === null || recipient === null) {
      steps.send({ type: 'pay-stopped' });
      return;
    }
    sources.choose(use);
    send({ type: 'confirm-pressed', purchase: { ...method, recipientId: recipient.accountId } });
  });
  useEffect(() => takePayments((use, pack) => onPay(use, pack)), []);
}
