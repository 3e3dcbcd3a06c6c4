import type {
  AccountId,
  CardConsent,
  CardOwner,
  CardSourceId,
  OrderId,
  ProviderNumber,
  SavedCard,
  SavedCardId,
} from '@jawhara/domain';
import type { Clock } from '../../platform/clock.ts';
import type { Fragment, Reader, Tx } from '../../platform/postgres.ts';
import type { CardOnFile } from '../../providers/provider.ts';

/** A payment for which the provider reports the id of the card it saved. */
export interface CardPayment {
  readonly orderId: OrderId;
  readonly orderedAt: Date;
  readonly recipientId: AccountId;
  readonly owner: CardOwner;
  readonly provider: ProviderNumber;
  readonly card: CardOnFile;
}

/** A saved card with which its owner may pay, and the provider's reference for that owner. */
export type PayableCard = Pick<SavedCard, 'expiry' | 'isExpiredByBank' | 'sourceId'> & {
  readonly id: SavedCardId;
  readonly payerReference: string;
};

/** Port to saved cards: what orders ask of them and report to them. Passed in, so that orders know no table of cards. */
export interface CardKeeper {
  /** Null for a card that this owner may not pay with. */
  cardBySource(db: Reader, owner: CardOwner, sourceId: CardSourceId): Promise<PayableCard | null>;
  /** Part of a statement about an order: the source of the card that it names, if this owner may pay with that card. */
  sourceOfOrderCard(db: Reader, owner: CardOwner): Fragment;
  /** Records, before the payment, that the payer is asked whether the card may be saved, or has agreed already. */
  recordQuestion(
    tx: Tx,
    key: Pick<CardPayment, 'orderId' | 'recipientId' | 'provider'>,
    consent: CardConsent | null,
    at: Date,
  ): Promise<void>;
  /** The same as part of the statement that opens the order: from its rows `opened`. */
  questionOfOpened(tx: Tx, provider: ProviderNumber, consent: CardConsent | null, at: Date): Fragment;
  /** Records that a saved card paid again. */
  usedAgain(
    tx: Tx,
    id: SavedCardId,
    use: { readonly recipientId: AccountId; readonly at: Date },
  ): Promise<void>;
  /** Records a card that paid and that its provider saved. Null when it does not become one of the payer's saved cards. */
  noteCard(
    tx: Tx,
    by: { readonly now: Clock; readonly newId: () => string },
    payment: CardPayment,
  ): Promise<SavedCardId | null>;
  /** The payment does not count for its order, so the payer is not asked about its card. */
  forgetCard(tx: Tx, payment: CardPayment, at: Date): Promise<void>;
  markExpiredByBank(tx: Tx, id: SavedCardId): Promise<void>;
}
