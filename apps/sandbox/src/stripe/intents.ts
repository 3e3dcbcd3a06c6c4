import { SCENARIOS, type DeclineCode, type ScenarioKey } from '../scenarios.ts';
import type { Outage } from '../world/api-outage.ts';
import type { Timers } from '../world/timers.ts';
import { newId } from './ids.ts';
import { capturedOf, type StripeIntent, type StripeRefund } from './intent.ts';

/** A payment or a refund has changed; sent once to every listener. */
export type StripeNews =
  | { readonly of: 'intent'; readonly intent: StripeIntent }
  | { readonly of: 'refund'; readonly refund: StripeRefund };

export interface IntentsDeps {
  readonly now: () => number;
  readonly timers: Timers;
  readonly outage: Outage;
  readonly notify: (news: StripeNews) => void;
}

export interface IntentOrder {
  readonly scenario: ScenarioKey;
  readonly amount: number;
  readonly currency: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Intents {
  /** Creates and confirms a payment, which its test card decides at once or later. */
  make(order: IntentOrder): StripeIntent;
  find(id: string): StripeIntent | null;
  /** Newest first. */
  all(): readonly StripeIntent[];
  /** Null: less than this amount is left to refund. */
  refund(
    intent: StripeIntent,
    amount: number,
    metadata: Readonly<Record<string, string>>,
  ): StripeRefund | null;
  refundsOf(intent: StripeIntent): readonly StripeRefund[];
  /** False: no such refund, or it has failed before. */
  refundFails(refundId: string): boolean;
  clear(): void;
}

function newIntent(order: IntentOrder, now: number): StripeIntent {
  return {
    ...order,
    id: newId('pi'),
    chargeId: newId('ch'),
    createdAt: now,
    standing: 'processing',
    declineCode: null,
    refundedAmount: 0,
  };
}

function createRefunds(now: () => number, notify: IntentsDeps['notify']) {
  const refunds = new Map<string, StripeRefund>();
  return {
    make(intent: StripeIntent, amount: number, metadata: StripeRefund['metadata']): StripeRefund | null {
      if (amount > capturedOf(intent) - intent.refundedAmount) return null;
      intent.refundedAmount += amount;
      const createdAt = now();
      const refund: StripeRefund = {
        id: newId('re'),
        intent,
        amount,
        metadata,
        createdAt,
        status: 'succeeded',
      };
      refunds.set(refund.id, refund);
      notify({ of: 'refund', refund });
      return refund;
    },
    of: (intent: StripeIntent) =>
      [...refunds.values()].filter((refund) => refund.intent === intent).toReversed(),
    fail(id: string): boolean {
      const refund = refunds.get(id);
      if (refund === undefined || refund.status === 'failed') return false;
      refund.intent.refundedAmount -= refund.amount;
      refund.status = 'failed';
      notify({ of: 'refund', refund });
      return true;
    },
    clear: () => refunds.clear(),
  };
}

export function createIntents({ now, timers, outage, notify }: IntentsDeps): Intents {
  const intents = new Map<string, StripeIntent>();
  const refunds = createRefunds(now, notify);

  function settle(intent: StripeIntent, declineCode: DeclineCode | null): void {
    // A payment that a reset has removed meanwhile is not decided.
    if (intents.get(intent.id) !== intent || intent.standing !== 'processing') return;
    intent.standing = declineCode === null ? 'paid' : 'failed';
    intent.declineCode = declineCode;
    notify({ of: 'intent', intent });
  }

  return {
    make(order) {
      const intent = newIntent(order, now());
      intents.set(intent.id, intent);
      const { verdict, delivery } = SCENARIOS[order.scenario];
      const decide = (): void => settle(intent, verdict.says === 'yes' ? null : verdict.code);
      if (delivery === 'later') {
        notify({ of: 'intent', intent });
        timers.after(outage.now().settleAfterMs, decide);
      } else decide();
      return intent;
    },
    find: (id) => intents.get(id) ?? null,
    all: () => [...intents.values()].toReversed(),
    refund: refunds.make,
    refundsOf: refunds.of,
    refundFails: refunds.fail,
    clear() {
      intents.clear();
      refunds.clear();
    },
  };
}
