import type { AlertKeyPart } from './alert-key-fields.ts';
import { PROVIDER_PAGES, type AlertVerb } from '../operator/operator-verb.ts';
import { RECONCILIATION_ALERTS, SYSTEM_ALERTS } from './system-alerts.ts';

/** How soon an operator must look: at once, even at night; within the day; when there is time. */
export const ALERT_URGENCIES = ['now', 'today', 'note'] as const;

export type AlertUrgency = (typeof ALERT_URGENCIES)[number];

/**
 * The subject of an alert. A fault of a provider, a flow, a build or the mail server can end and return: its alert is raised
 * again each time.
 */
export type AlertAbout = 'order' | 'provider' | 'flow' | 'build' | 'notification' | 'account' | 'mail-server';

interface AlertSheet {
  readonly urgency: AlertUrgency;
  readonly about: AlertAbout;
  /** The parts of the key, which distinguishes two alerts of this kind: see alert-key.ts. */
  readonly key: readonly AlertKeyPart[];
  /** The commands that `next` names: an operator's commands, or the provider's dashboard. */
  readonly verbs: readonly AlertVerb[];
  /** The event, without naming a person. */
  readonly says: string;
  /** The operator's next step. */
  readonly next: string;
}

/** [ALR-01] Every kind of alert, its urgency and what ends it. The runbook has a line for each. */
export const ALERT_KINDS = {
  ...SYSTEM_ALERTS,
  'payment-of-another-order': {
    urgency: 'now',
    about: 'order',
    key: ['order', 'payment'],
    verbs: ['order story', PROVIDER_PAGES, 'alerts resolve'],
    says: 'A provider names a payment for this order that belongs to another one.',
    next: 'Compare ops order story of both orders with the provider’s own pages before anything is sent back; then ops alerts resolve.',
  },
  'amount-contradicted': {
    urgency: 'now',
    about: 'order',
    key: ['order', 'payment', 'amount'],
    verbs: [
      'order story',
      PROVIDER_PAGES,
      'order release',
      'order send-back',
      'order refund',
      'fines return',
      'alerts resolve',
    ],
    says: 'A provider named two amounts for one payment. The books have the smaller one; an order that was not delivered is held.',
    next: 'ops order story beside the provider’s own pages. Held: ops order release takes it as the price, ops order send-back returns it. Delivered: ops order refund, or ops fines return of a fine, returns what is left, ops alerts resolve leaves it as it is.',
  },
  'returned-more-than-paid': {
    urgency: 'now',
    about: 'order',
    key: ['order', 'payment'],
    verbs: ['order story', PROVIDER_PAGES, 'alerts resolve'],
    says: 'More money went back than was ever paid.',
    next: 'Compare ops order story with the provider’s own pages, ask the provider for the difference, then ops alerts resolve.',
  },
  'attempt-never-answered': {
    urgency: 'now',
    about: 'order',
    key: ['order', 'provider'],
    verbs: [PROVIDER_PAGES, 'order ask', 'alerts resolve'],
    says: 'A payment was sent and its provider never said what became of it. Somebody may have paid for nothing.',
    next: 'Find it in the provider’s own pages by the order id; then ops order ask, or ops alerts resolve with what you found.',
  },
  'not-delivered-in-time': {
    urgency: 'now',
    about: 'order',
    key: ['order'],
    verbs: ['order story', 'order ask', 'order refund', 'fines return'],
    says: 'Paid, and not delivered within the promised time.',
    next: 'ops order story, ops flows stuck; then ops order ask delivers, or ops order refund gives the money back, ops fines return that of a fine.',
  },
  'delivery-refused': {
    urgency: 'now',
    about: 'order',
    key: ['order'],
    verbs: ['order story', 'order ask', 'order refund', 'fines return'],
    says: 'Paid, and the service that delivers refused. Nothing was delivered; it is tried again with growing pauses.',
    next: 'ops order story shows its code. Once its cause is mended, ops order ask delivers; or ops order refund gives the money back, ops fines return that of a fine.',
  },
  'money-back-during-delivery': {
    urgency: 'today',
    about: 'order',
    key: ['order'],
    verbs: ['order story', 'alerts resolve'],
    says: 'The money went back while the service that delivers had not answered. The gems may have arrived all the same.',
    next: 'ops order story names the key of the delivery: look for it in that service, take back there what arrived, then ops alerts resolve.',
  },
  'refund-wished': {
    urgency: 'today',
    about: 'order',
    key: ['order'],
    verbs: ['order story', 'order refund', 'fines return'],
    says: 'Paid, not delivered within the limit, and its payer wants the money back instead of waiting.',
    next: 'ops order story; then ops order refund gives the money back, ops fines return that of a fine. It closes by itself when delivered or given back.',
  },
  'amount-mismatch': {
    urgency: 'today',
    about: 'order',
    key: ['order', 'payment'],
    verbs: ['order story', 'order release', 'order send-back'],
    says: 'The money that came is not the price. The order is held.',
    next: 'ops order story; then ops order release takes it as the price, ops order send-back returns what is left of it.',
  },
  'refund-refused': {
    urgency: 'today',
    about: 'order',
    key: ['refund'],
    verbs: ['order story', PROVIDER_PAGES, 'order refund', 'order send-back', 'fines return'],
    says: 'A provider refused to send money back that we owe.',
    next: 'Read why in ops order story. Send it back in the provider’s own pages; or, once it can be, ops order refund, ops fines return for a fine, ops order send-back for money besides the price.',
  },
  'refund-failed': {
    urgency: 'today',
    about: 'order',
    key: ['refund'],
    verbs: ['order refund', 'fines return', 'order send-back'],
    says: 'A refund that the provider had accepted came back to us: the payer has nothing yet.',
    next: 'Ask the payer for another way; or again ops order refund, ops fines return for a fine, ops order send-back for money besides the price.',
  },
  'refund-unclear': {
    urgency: 'today',
    about: 'order',
    key: ['refund'],
    verbs: [PROVIDER_PAGES, 'order refund', 'fines return', 'order send-back'],
    says: 'A refund was sent, its answer was lost, and nobody can ask the provider whether it was made. It is not sent again.',
    next: 'Look for it in the provider’s own pages. Made: it closes by itself with its webhook. Not made: refund it there, or ops order refund, ops fines return for a fine, ops order send-back for money besides the price.',
  },
  'return-in-other-currency': {
    urgency: 'today',
    about: 'order',
    key: ['order', 'payment'],
    verbs: [PROVIDER_PAGES, 'order story', 'alerts resolve'],
    says: 'Money went back in another currency than it was paid in: all of the payment counts as gone.',
    next: 'Compare with the provider’s own pages; ops order story shows what was taken back for it; then ops alerts resolve.',
  },
  'returned-before-delivery': {
    urgency: 'today',
    about: 'order',
    key: ['order'],
    verbs: ['order story', 'alerts resolve'],
    says: 'The money went back before anything was delivered. Nothing will be.',
    next: 'Make sure that it was meant: ops order story, then ops alerts resolve.',
  },
  'partial-refund': {
    urgency: 'today',
    about: 'order',
    key: ['order'],
    verbs: ['order story', 'alerts resolve'],
    says: 'A part of the money went back; gems were taken back in proportion.',
    next: 'Make sure that the part was meant: ops order story, then ops alerts resolve.',
  },
  'fine-without-ban': {
    urgency: 'today',
    about: 'order',
    key: ['order'],
    verbs: ['fines return'],
    says: 'A fine was paid, and the ban it was asked for no longer stands.',
    next: 'ops fines return gives it back, unless a later ban is paid with it.',
  },
  'fine-money-gone': {
    urgency: 'today',
    about: 'order',
    key: ['order', 'return'],
    verbs: ['order story', 'accounts unban'],
    says: 'The money of a fine never came or was taken back, and nobody of ours returned it. The ban it had lifted is back.',
    next: 'ops order story. The account can pay the fine again; ops accounts unban if the ban should end without it.',
  },
  'restricted-card-paid': {
    urgency: 'today',
    about: 'order',
    key: ['order', 'payment'],
    verbs: ['order story', 'order refund', 'fines return'],
    says: 'A card, a device or a payer that was restricted after a chargeback has paid all the same.',
    next: 'Decide whether it stands: ops order story, then ops order refund if not, ops fines return of a fine.',
  },
  'card-not-forgotten': {
    urgency: 'today',
    about: 'provider',
    key: ['provider'],
    verbs: [PROVIDER_PAGES],
    says: 'A provider has not forgotten a card for hours, although its payer was told that it is gone.',
    next: 'Read why in the detail; delete the card in the provider’s own pages. It closes by itself when it is forgotten.',
  },
  'unheard-of-event': {
    urgency: 'today',
    about: 'notification',
    key: ['webhook'],
    verbs: ['webhooks replay'],
    says: 'A provider sent an event of a type that its table does not have. It is kept and nothing was done.',
    next: 'ops webhooks list --unheard-of; add the type to the table, then ops webhooks replay.',
  },
  'unreadable-notification': {
    urgency: 'today',
    about: 'notification',
    key: ['webhook'],
    verbs: ['webhooks replay'],
    says: 'A provider sent a signed notification that nobody can read. It is kept and nothing was done.',
    next: 'ops webhooks list; mend the reading, then ops webhooks replay.',
  },
  'notification-without-order': {
    urgency: 'today',
    about: 'notification',
    key: ['webhook'],
    verbs: ['webhooks replay'],
    says: 'A provider speaks of an order that is not here.',
    next: 'Another shop may use the same account. If it is ours: ops webhooks replay --order.',
  },
  'webhook-parked': {
    urgency: 'now',
    about: 'notification',
    key: ['webhook'],
    verbs: ['webhooks show', 'webhooks replay', 'webhooks discard'],
    says: 'A signed webhook cannot be processed. It is stored and parked; the other work on its order runs.',
    next: 'ops webhooks show has its text and the fault. Mend the cause, then ops webhooks replay; or ops webhooks discard.',
  },
  'person-needed': {
    urgency: 'today',
    about: 'order',
    key: ['webhook'],
    verbs: ['order story', PROVIDER_PAGES, 'alerts resolve'],
    says: 'A provider says something that a person should know: a report of fraud, a question of the bank.',
    next: 'ops order story shows its words; answer in the provider’s own pages, then ops alerts resolve.',
  },
  'mail-parked': {
    urgency: 'today',
    about: 'order',
    key: ['mail'],
    verbs: ['mails resend', 'alerts resolve'],
    says: 'A mail about an order was refused for good, or its sending broke off twice. It is not sent again by itself.',
    next: 'ops mails list shows the code of the mail server. Mend the cause, then ops mails resend; a payer may get it twice. Or ops alerts resolve.',
  },
  'ticket-issued': {
    urgency: 'today',
    about: 'account',
    key: ['ticket'],
    verbs: ['audit list', 'alerts resolve'],
    says: 'An operator issued a ticket that signs in as the account of somebody else.',
    next: 'Another operator finds the record in ops audit list, asks what it was for, and closes it with ops alerts resolve.',
  },
  'gems-taken-back': {
    urgency: 'note',
    about: 'order',
    key: ['order'],
    verbs: ['order story'],
    says: 'Money went back and the gems with it.',
    next: 'Nothing, unless the payer or the recipient asks: ops order story.',
  },
  'second-payment': {
    urgency: 'note',
    about: 'order',
    key: ['order', 'payment'],
    verbs: [],
    says: 'An order was paid twice. The second payment goes back by itself.',
    next: 'Nothing. It closes by itself when the provider has accepted the refund.',
  },
  'late-confirmation': {
    urgency: 'note',
    about: 'order',
    key: ['order'],
    verbs: [],
    says: 'Money came for an order that had been given up. It was delivered.',
    next: 'Nothing, unless there are many: then a provider is slow.',
  },
  ...RECONCILIATION_ALERTS,
} as const satisfies Record<string, AlertSheet>;

export type AlertKind = keyof typeof ALERT_KINDS;

export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as readonly AlertKind[];

export function isAlertKind(text: string): text is AlertKind {
  return Object.hasOwn(ALERT_KINDS, text);
}

export function urgencyOf(kind: AlertKind): AlertUrgency {
  return ALERT_KINDS[kind].urgency;
}

/** An alert about an order is raised once per key: a repeated webhook must not reopen what an operator has closed. */
export function mayComeBack(kind: AlertKind): boolean {
  const { about } = ALERT_KINDS[kind];
  return about === 'provider' || about === 'flow' || about === 'build' || about === 'mail-server';
}
