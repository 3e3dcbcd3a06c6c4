import type { PayAnswer, PayerProof, PayType, SavedCardId } from '@jawhara/domain';
import type { FlowClient } from '../../platform/flow.ts';

/** The browser's request that placed an order, with the digest of its content in base64. */
export type OrderRequestName = { readonly requestId: string; readonly contentDigest: string };

/**
 * All that the engine sees of a card: the id of the encrypted row and its key. The engine stores its input for an hour, but a
 * card, its CVV and its holder's name must not stay anywhere once they were used. `request` is missing for a wallet, whose order
 * was placed before its sheet opened, and in calls of the last release.
 */
export type SealedPayment = {
  readonly cardId: string;
  readonly cardKey: string;
  readonly request?: OrderRequestName;
};

/** The handlers of an order's flow with their inputs. Senders import this file; order.flow.ts handles them. */
export type OrderEvents = {
  /** The payer pressed pay. The engine stores its input, so the card is passed as a reference. */
  pay: SealedPayment;
  /** The first provider gave no answer, so the payer pays with a card of another provider. */
  payAgain: SealedPayment & { readonly payType: PayType; readonly savedCardId: SavedCardId | null };
  /** The payer is back from the bank. That is a reason to query the provider, not an outcome. */
  proven: { readonly proof: PayerProof | null };
  /** A stored webhook of a provider waits to be processed. */
  notified: { readonly notificationId: string };
  /** Submit due refunds, query undecided attempts, expire old orders, deliver paid ones. */
  look: null;
  cancel: { readonly reason: string };
};

/** The answer with how long the provider took; without it if the payment also waited for another service. */
export type TimedPayAnswer = PayAnswer & { readonly providerMs?: number | undefined };

export type OrderAnswers = {
  pay: TimedPayAnswer;
  payAgain: PayAnswer;
  proven: PayAnswer;
  notified: null;
  look: null;
  cancel: boolean;
};

export type OrderLifeClient = FlowClient<OrderEvents, OrderAnswers>;
