import type { ProviderNumber } from '@jawhara/domain';
import type { DisputeStage } from '../apps/sandbox/src/world/disputes.ts';
import { controlsOf } from './every-provider.ts';
import type { BookedPayment } from './booked-payment.ts';
import type { SandboxWire } from './sandbox-wire.ts';

/** Refunds in a provider's dashboard and disputes at banks. Null or false: no longer possible for this payment. */
export interface SandboxReturns {
  /** Refunds so many cents, or all that is left if `cents` is null. Returns the id of the refund. */
  refund(payment: BookedPayment, cents: number | null): Promise<string | null>;
  failRefund(provider: ProviderNumber, returnId: string): Promise<boolean>;
  openDispute(payment: BookedPayment, cents: number): Promise<string | null>;
  moveDispute(payment: BookedPayment, disputeId: string, stage: DisputeStage): Promise<boolean>;
}

export function sandboxReturns(wire: SandboxWire): SandboxReturns {
  const at = (provider: ProviderNumber, string: string): string => `${controlsOf(provider)}/${string}`;
  return {
    async refund({ provider, id: paymentId }, cents) {
      const amount = cents === null ? {} : { amountMinorUnits: cents };
      const path = at(provider, 'refund');
      const made = await wire.tryPost<{ returnId: string }>(path, { paymentId, ...amount });
      return made?.returnId ?? null;
    },
    async failRefund(provider, returnId) {
      return (await wire.tryPost(at(provider, 'refund-fails'), { returnId })) !== null;
    },
    async openDispute({ provider, id: paymentId }, cents) {
      const body = { paymentId, stage: 'opened', amountMinorUnits: cents };
      const made = await wire.tryPost<{ disputeId: string }>(at(provider, 'dispute'), body);
      return made?.disputeId ?? null;
    },
    async moveDispute({ provider, id: paymentId }, disputeId, stage) {
      return (await wire.tryPost(at(provider, 'dispute'), { paymentId, disputeId, stage })) !== null;
    },
  };
}
