import { SCENARIOS } from '../scenarios.ts';
import type { Outage } from '../world/api-outage.ts';
import type { Timers } from '../world/timers.ts';
import { capturedOf, type ChargeOrder, type TapCharge, type TapRefund } from './charge.ts';
import { newId } from './ids.ts';

/** A charge or a refund has got its result, or a refund has failed later; sent once to every listener. */
export type TapNews =
  | { readonly of: 'charge'; readonly charge: TapCharge }
  | { readonly of: 'refund'; readonly refund: TapRefund };

export interface ChargesDeps {
  readonly now: () => number;
  readonly timers: Timers;
  readonly outage: Outage;
  readonly notify: (news: TapNews) => void;
}

export type TapRefundOrder = Pick<TapRefund, 'amount' | 'merchantReference' | 'postUrl'>;

export interface Charges {
  make(order: ChargeOrder): TapCharge;
  find(id: string): TapCharge | null;
  /** Newest first. */
  all(): readonly TapCharge[];
  /** Null: less than this amount is left to refund. */
  refund(charge: TapCharge, order: TapRefundOrder): TapRefund | null;
  findRefund(id: string): TapRefund | null;
  /** False: no such refund, or it has failed before. */
  refundFails(id: string): boolean;
  clear(): void;
}

function createRefunds({ now, timers, outage, notify }: ChargesDeps) {
  const refunds = new Map<string, TapRefund>();

  function settle(refund: TapRefund, status: 'REFUNDED' | 'FAILED'): void {
    if (refunds.get(refund.id) !== refund) return;
    refund.status = status;
    notify({ of: 'refund', refund });
  }

  return {
    find: (id: string) => refunds.get(id) ?? null,
    make(charge: TapCharge, order: TapRefundOrder): TapRefund | null {
      if (order.amount > capturedOf(charge) - charge.refundedAmount) return null;
      charge.refundedAmount += order.amount;
      const names = { id: newId('re'), gateway: newId('gw'), payment: newId('pay') };
      const refund: TapRefund = { ...order, ...names, charge, createdAt: now(), status: 'PENDING' };
      refunds.set(refund.id, refund);
      timers.after(outage.now().settleAfterMs, () => {
        if (refund.status === 'PENDING') settle(refund, 'REFUNDED');
      });
      return refund;
    },
    fail(id: string): boolean {
      const refund = refunds.get(id);
      if (refund === undefined || refund.status === 'FAILED') return false;
      refund.charge.refundedAmount -= refund.amount;
      settle(refund, 'FAILED');
      return true;
    },
    clear: () => refunds.clear(),
  };
}

export function createCharges(deps: ChargesDeps): Charges {
  const { now, timers, outage, notify } = deps;
  const charges = new Map<string, TapCharge>();
  const refunds = createRefunds(deps);

  function decide(charge: TapCharge): void {
    // A charge that a reset has removed meanwhile is not decided.
    if (charges.get(charge.id) !== charge || charge.standing !== 'open') return;
    const { verdict } = SCENARIOS[charge.scenario];
    charge.standing = verdict.says === 'yes' ? 'paid' : 'failed';
    charge.declineCode = verdict.says === 'yes' ? null : verdict.code;
    notify({ of: 'charge', charge });
  }

  return {
    make(order) {
      const names = { id: newId('chg'), gateway: newId('gw'), payment: newId('pay') };
      const open = { standing: 'open', declineCode: null, refundedAmount: 0 } as const;
      const charge: TapCharge = { ...order, ...names, ...open, createdAt: now() };
      charges.set(charge.id, charge);
      if (SCENARIOS[order.scenario].delivery === 'later')
        timers.after(outage.now().settleAfterMs, () => decide(charge));
      else decide(charge);
      return charge;
    },
    find: (id) => charges.get(id) ?? null,
    all: () => [...charges.values()].toReversed(),
    refund: refunds.make,
    findRefund: refunds.find,
    refundFails: refunds.fail,
    clear() {
      charges.clear();
      refunds.clear();
    },
  };
}
