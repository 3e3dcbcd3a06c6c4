import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { WebhookMeaning } from '../provider.ts';
import { EVENT_TYPES, type CheckoutComEventType } from './event-types.ts';
import { interpretWebhook } from './webhook.ts';
import { eventBody } from './test/event-body.ts';

const money = { currency: 'USD', minorUnits: 999 };
const returnFields = { providerPaymentId: 'pay_1', money, fee: null };
const paid = { kind: 'paid', providerPaymentId: 'pay_1', money };
const pending = { kind: 'pending', providerPaymentId: 'pay_1' };
const nothing = { kind: 'nothing' };
const person = { kind: 'person', why: expect.stringMatching(/^[a-z]/) as string };
const refused = (code: string) => ({ kind: 'refused', providerPaymentId: 'pay_1', code });
const returned = (returnId: string, how: string, stage: string) => ({
  kind: 'returned',
  returned: { ...returnFields, returnId, how, stage },
});
const refund = (stage: string) => returned('act_1', 'refund', stage);
const dispute = (stage: string) => returned('dsp_1', 'dispute', stage);
const holdLetGo = returned('pay_1', 'reversal', 'taken');

/** Copied from the provider's documents, not from the table: a changed meaning must be changed in both places. */
const WORDS: Record<CheckoutComEventType, object> = {
  payment_approved: pending,
  payment_captured: paid,
  payment_capture_pending: pending,
  payment_capture_declined: holdLetGo,
  payment_declined: refused('payment_declined'),
  payment_authentication_failed: refused('20151'),
  payment_pending: pending,
  payment_canceled: refused('payment_canceled'),
  payment_expired: refused('payment_expired'),
  payment_retry_scheduled: pending,
  payment_compliance_review: pending,
  payment_voided: holdLetGo,
  payment_void_declined: nothing,
  payment_refund_pending: refund('announced'),
  payment_refunded: refund('taken'),
  payment_refund_declined: refund('given-back'),
  payment_returned: returned('act_1', 'reversal', 'taken'),
  payment_authorization_incremented: nothing,
  payment_authorization_increment_declined: nothing,
  payment_paid: nothing,
  card_verified: nothing,
  card_verification_declined: nothing,
  authentication_started: nothing,
  authentication_approved: nothing,
  authentication_attempted: nothing,
  authentication_expired: nothing,
  authentication_failed: nothing,
  fraud_reported: person,
  request_for_information_received: person,
  dispute_received: dispute('taken'),
  dispute_evidence_required: dispute('taken'),
  dispute_evidence_submitted: nothing,
  dispute_evidence_acknowledged_by_scheme: nothing,
  dispute_accepted: dispute('lost'),
  dispute_expired: dispute('lost'),
  dispute_lost: dispute('lost'),
  dispute_canceled: dispute('given-back'),
  dispute_won: dispute('given-back'),
  dispute_resolved: person,
  dispute_arbitration_evidence_submitted: nothing,
  dispute_arbitration_sent_to_scheme: nothing,
  dispute_arbitration_won: dispute('given-back-again'),
  dispute_arbitration_lost: dispute('lost-for-good'),
  report_generated: nothing,
  payment_chargeback: returned('act_1', 'dispute', 'taken'),
  payment_retrieval: person,
  source_updated: nothing,
};

describe('[ORD-16] every event of Checkout.com has one meaning', () => {
  it.each(Object.entries(WORDS))(
    'the webhook event %s is read with the meaning that the test’s list has for it',
    (type, word) => {
      const said: WebhookMeaning | null = interpretWebhook(eventBody(type));
      expect(said).toMatchObject(word);
    },
  );

  it('the test covers every row of the table of Checkout.com events', () =>
    expect(Object.keys(WORDS).toSorted()).toEqual(Object.keys(EVENT_TYPES).toSorted()));

  it.each(['payment_turned_into_gold', 'constructor', '__proto__'])(
    'the unknown webhook event %s is reported by its name',
    (eventType) => expect(interpretWebhook(eventBody(eventType))).toEqual({ kind: 'unheard-of', eventType }),
  );

  it('the operators’ guide lists every Checkout.com event, to subscribe to or to leave out', () => {
    const guide = readFileSync(
      new URL('../../../../../docs/operations/providers.md', import.meta.url),
      'utf8',
    );
    const isNamed = (type: string): boolean =>
      guide.includes(`\`${type}\``) ||
      (type.startsWith('authentication_') && guide.includes('`authentication_*`'));
    expect(Object.keys(EVENT_TYPES).filter((type) => !isNamed(type))).toEqual([]);
  });
});
