import type {
  OrderId,
  OrderOnlyAlertKind,
  OrderPurpose,
  AccountId,
  CardConsent,
  CardOwner,
  CardSourceId,
  ProviderNumber,
  SavedCard,
  SavedCardId,
} from '@jawhara/domain';
import type { Fragment, Reader, Tx } from '../../platform/postgres.ts';
import type { StoredOrder } from '../store/order.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CardOnFile } from '../../providers/provider.ts';

/** Result of a delivery: the event to record, and an alert kind if an operator must look. */
export type Delivery = {
  readonly story: { readonly kind: string; readonly detail: Record<string, string | number | null> };
  readonly alert: OrderOnlyAlertKind | null;
};

/**
 * A remote service's answer about one delivery. `unknown`: no answer, or one that cannot be believed; the same key is sent again.
 * `refused`: nothing was delivered, and nothing will be for this request.
 */
export type DeliveryAnswer =
  | ({ readonly kind: 'delivered' } & Delivery)
  | { readonly kind: 'unknown'; readonly why: string }
  | { readonly kind: 'refused'; readonly code: string };

/** Delivers in the transaction that moves the order to delivered, so that both happen or neither. */
export interface LocalDeliverer {
  readonly where: 'database';
  deliver(tx: Tx, order: StoredOrder, at: Date): Promise<Delivery>;
}

/** Delivers by a call. The service must deliver once per key, however often it is called. */
export interface RemoteDeliverer {
  readonly where: 'remote';
  deliver(order: StoredOrder, key: string): Promise<DeliveryAnswer>;
}

/** A deliverer for each kind of purchase. Passed in, so that the code of orders imports neither gems nor fines. */
export type Deliverers = Readonly<Record<OrderPurpose, LocalDeliverer | RemoteDeliverer>>;

/** An order is delivered under one key for ever: a delivery that is repeated after a crash or a won dispute uses it again. */
export function deliveryKey(orderId: OrderId): string {
  return `delivery-${orderId}`;
}

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
type PayableCard = Pick<SavedCard, 'expiry' | 'isExpiredByBank' | 'sourceId'> & {
  readonly id: SavedCardId;
  readonly payerReference: string;
};

/** Port to saved cards. Passed in, so that the code of orders does not read the tables of cards. */
export interface CardKeeper {
  /** The card with this id at its provider; null if this owner may not pay with it. */
  cardBySource(db: Reader, owner: CardOwner, sourceId: CardSourceId): Promise<PayableCard | null>;
  /** Part of a statement about an order: the provider's id of the order's saved card, if this owner may pay with that card. */
  sourceOfOrderCard(db: Reader, owner: CardOwner): Fragment;
  /** Records, before the payment, that the payer will be asked whether the card may be saved, or has agreed already. */
  recordQuestion(
    tx: Tx,
    key: Pick<CardPayment, 'orderId' | 'recipientId' | 'provider'>,
    consent: CardConsent | null,
    at: Date,
  ): Promise<void>;
  /** `recordQuestion` as part of the statement that opens the order: reads the order from the statement's rows `opened`. */
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
  /** Ends the question whether the card may be saved, because its payment does not count for the order. */
  forgetCard(tx: Tx, payment: CardPayment, at: Date): Promise<void>;
  markExpiredByBank(tx: Tx, id: SavedCardId): Promise<void>;
}

interface NewsDeps {
  readonly now: Clock;
  readonly newId: () => string;
}

/**
 * Port to the mails that a payer gets about an order. Each method runs in the transaction that makes the news true, with the
 * order locked, and is harmless to repeat. Passed in, so that the code of orders sends no mail itself.
 */
export interface OrderNews {
  delivered(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
  /** Paid, and not delivered within the promised limit. */
  late(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
  /**
   * A refund or dispute was recorded, or the payment that it concerns became known later. The port decides which of
   * them the payer is mailed about.
   */
  returned(tx: Tx, deps: NewsDeps, order: StoredOrder): Promise<void>;
}
