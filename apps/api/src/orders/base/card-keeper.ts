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
import type { Reader, Tx } from '../../platform/postgres.ts';
import type { CardOnFile } from '../../providers/provider.ts';

/** A payment whose provider says by what name it keeps the card. */
export interface CardPayment {
  readonly orderId: OrderId;
  readonly orderedAt: Date;
  readonly recipientId: AccountId;
  readonly owner: CardOwner;
  readonly provider: ProviderNumber;
  readonly card: CardOnFile;
}

/** A saved card with which its owner may pay, and by what name its provider knows that owner. */
export type PayableCard = Pick<SavedCard, 'expiry' | 'isExpiredByBank' | 'sourceId'> & {
  readonly id: SavedCardId;
  readonly payerReference: string;
};

/** Port to saved cards: what an order asks of them and reports to them. Handed in, so that orders know no table of cards. */
export interface CardKeeper {
  /** Null for a card that is not theirs to pay with. */
  cardBySource(db: Reader, owner: CardOwner, sourceId: CardSourceId): Promise<PayableCard | null>;
  cardById(db: Reader, owner: CardOwner, id: SavedCardId): Promise<PayableCard | null>;
  /** The payer is asked, or has said yes already, whether the card of this order may be kept. On record before it is paid. */
  recordQuestion(
    tx: Tx,
    key: Pick<CardPayment, 'orderId' | 'recipientId' | 'provider'>,
    consent: CardConsent | null,
    at: Date,
  ): Promise<void>;
  /** A saved card paid again. */
  usedAgain(
    tx: Tx,
    id: SavedCardId,
    use: { readonly recipientId: AccountId; readonly at: Date },
  ): Promise<void>;
  /** Records a card that paid and that its provider keeps. Null when the card becomes none of the payer's saved cards. */
  noteCard(
    tx: Tx,
    by: { readonly now: Clock; readonly newId: () => string },
    payment: CardPayment,
  ): Promise<SavedCardId | null>;
  /** The payment does not count for its order: nobody will be asked about its card. */
  forgetCard(tx: Tx, payment: CardPayment, at: Date): Promise<void>;
  markExpiredByBank(tx: Tx, id: SavedCardId): Promise<void>;
}
