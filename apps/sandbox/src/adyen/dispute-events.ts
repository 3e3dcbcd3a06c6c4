import type { Dispute, DisputeStage } from '../world/disputes.ts';
import type { AdyenPayment } from './payment.ts';
import type { EventCode, AdyenPaymentEvent } from './payment-event.ts';

/** The webhooks of each stage. Both webhooks of `opened` are about one debit; `lost` moves no more money. */
export const DISPUTE_EVENTS = {
  opened: ['NOTIFICATION_OF_CHARGEBACK', 'CHARGEBACK'],
  won: ['CHARGEBACK_REVERSED'],
  lost: ['DISPUTE_DEFENSE_PERIOD_ENDED'],
  withdrawn: [], // no webhook: at Adyen a bank can withdraw only a pre-arbitration
  'taken-again': ['SECOND_CHARGEBACK'],
  'given-back-again': ['PREARBITRATION_WON'],
  'lost-for-good': ['PREARBITRATION_LOST'],
} as const satisfies Record<DisputeStage, readonly EventCode[]>;

const STATUSES = {
  opened: 'Undefended',
  won: 'Pending',
  lost: 'Lost',
  withdrawn: 'Won',
  'taken-again': 'Lost',
  'given-back-again': 'Won',
  'lost-for-good': 'Lost',
} as const satisfies Record<DisputeStage, string>;

const DEFEND_WITHIN_MS = 18 * 24 * 60 * 60_000;

/** The webhooks about a dispute all have the dispute's reference as their own. */
export function disputeEvents(
  dispute: Dispute,
  payment: AdyenPayment,
  now: number,
): readonly AdyenPaymentEvent[] {
  const { id, amount, currency, stage } = dispute;
  const additionalData = {
    chargebackReasonCode: '10.4',
    chargebackSchemeCode: payment.card.brand,
    disputeStatus: STATUSES[stage],
    modificationMerchantReferences: '',
    ...(stage === 'opened'
      ? {
          defendable: 'true',
          defensePeriodEndsAt: new Date(now + DEFEND_WITHIN_MS).toISOString(),
          // If the bank debits another currency than was paid, the amount is left out: not every real account sends it.
          ...(currency === payment.currency ? { grossValue: String(amount), grossCurrency: currency } : {}),
        }
      : {}),
  };
  return DISPUTE_EVENTS[stage].map((code) => ({
    code,
    payment,
    pspReference: id,
    isSuccess: true,
    amount,
    currency,
    reason: 'Other Fraud-Card Absent Environment',
    additionalData,
  }));
}
