import type { PayAnswer, PayerProof, PayType, SavedCardId } from '@jawhara/domain';
import type { FlowClient } from '../../platform/flow.ts';

/**
 * All that the engine sees of a card: the id of the encrypted row and its key. The engine keeps its input for an hour; the
 * card itself, encrypted or a token, with its CVV and its holder's name, must not stay anywhere once it was used.
 */
export type SealedPayment = { readonly cardId: string; readonly cardKey: string };

/** The handlers of an order's flow with their inputs. Those who send them know this file; order.flow.ts handles them. */
export type OrderEvents = {
  /** The payer pressed pay. The engine stores its input, so the card itself is not part of it. */
  pay: SealedPayment;
  /** The provider gave no answer, and the payer has brought another one's card. */
  payAgain: SealedPayment & { readonly payType: PayType; readonly savedCardId: SavedCardId | null };
  /** The payer is back from the bank: their word is a reason to ask, not an answer. */
  proven: { readonly proof: PayerProof | null };
  /** A provider's notification lies in the inbox. */
  notified: { readonly notificationId: string };
  /** Submit due refunds, query undecided attempts, expire old orders, deliver paid ones. */
  look: null;
  cancel: { readonly reason: string };
};

export type OrderAnswers = {
  pay: PayAnswer;
  payAgain: PayAnswer;
  proven: PayAnswer;
  notified: null;
  look: null;
  cancel: boolean;
};

export type OrderLifeClient = FlowClient<OrderEvents, OrderAnswers>;
