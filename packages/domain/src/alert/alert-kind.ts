import { RECONCILIATION_ALERTS } from './reconciliation-alerts.ts';

/** How soon a person must look: at once, also at night; within the day; when there is time. */
export const ALERT_URGENCIES = ['now', 'today', 'note'] as const;

export type AlertUrgency = (typeof ALERT_URGENCIES)[number];

/** What an alert is about. Those about a provider, a flow or a build come and go: each is raised again when it comes back. */
export type AlertAbout = 'order' | 'provider' | 'flow' | 'build' | 'notification' | 'account';

interface AlertSheet {
  readonly urgency: AlertUrgency;
  readonly about: AlertAbout;
  /** What has happened, without a word about whom. */
  readonly says: string;
  /** What a person does next. */
  readonly next: string;
}

/** [ALR-01] Every kind there is, with how urgent it is and what ends it. The runbook has a line for each. */
export const ALERT_KINDS = {
  'provider-refuses-us': {
    urgency: 'now',
    about: 'provider',
    says: 'A provider refuses our calls: our key, our signature, or too many of them. Nobody can pay there.',
    next: 'Check the key at the provider and in the settings. It closes by itself when the provider answers again.',
  },
  'wallet-channel-left': {
    urgency: 'today',
    about: 'provider',
    says: 'A channel of the wallet gives no answers. New payers are served by another one that is released.',
    next: 'Ask the provider, or set the share of the channel to nothing. It closes by itself when the channel serves again.',
  },
  'flow-stuck': {
    urgency: 'now',
    about: 'flow',
    says: 'The work on an order goes round in circles or stands still.',
    next: 'ops flows stuck; mend the cause, then ops flows resume. It closes by itself when the flow runs.',
  },
  'nobody-carries-on': {
    urgency: 'now',
    about: 'flow',
    says: 'No worker of the current build can be reached through the engine. Orders wait, and nobody new can pay.',
    next: 'ops deploy status; start its workers, or ops deploy rollback to a build that has some. It closes by itself.',
  },
  'tables-do-not-fit': {
    urgency: 'now',
    about: 'build',
    says: 'A build runs on tables that are older or newer than it understands, and takes no payments.',
    next: 'Run the migration of that build, or end its processes if a newer build is there. It closes by itself.',
  },
  'payment-of-another-order': {
    urgency: 'now',
    about: 'order',
    says: 'A provider names a payment for this order that belongs to another one.',
    next: 'Compare both orders with the books of the provider before anything is sent back.',
  },
  'amount-contradicted': {
    urgency: 'now',
    about: 'order',
    says: 'A provider told two amounts for one payment. The order is held.',
    next: 'Look into the books of the provider; then ops order release or ops order send-back.',
  },
  'returned-more-than-paid': {
    urgency: 'now',
    about: 'order',
    says: 'More money went back than was ever paid.',
    next: 'Compare ops order story with the books of the provider, and ask the provider for the difference.',
  },
  'attempt-never-answered': {
    urgency: 'now',
    about: 'order',
    says: 'A payment was sent and its provider never said what became of it. Somebody may have paid for nothing.',
    next: 'Find it in the books of the provider by the order id; then ops order ask, or write down that it never was.',
  },
  'not-delivered-in-time': {
    urgency: 'now',
    about: 'order',
    says: 'Paid, and not delivered within the promised time.',
    next: 'ops order story, ops flows stuck; then ops order ask delivers, or ops order refund gives the money back.',
  },
  'refund-wished': {
    urgency: 'today',
    about: 'order',
    says: 'Paid, not delivered within the limit, and its payer wants the money back instead of waiting.',
    next: 'ops order story; then ops order refund gives the money back. It closes by itself when delivered or given back.',
  },
  'amount-mismatch': {
    urgency: 'today',
    about: 'order',
    says: 'The money that came is not the price. The order is held.',
    next: 'ops order story; then ops order release takes it as the price, ops order send-back returns it.',
  },
  'refund-refused': {
    urgency: 'today',
    about: 'order',
    says: 'A provider refused to send money back that we owe.',
    next: 'Read why in ops order story. Send it back in the provider’s own pages, or ops order refund once it can be.',
  },
  'refund-failed': {
    urgency: 'today',
    about: 'order',
    says: 'A refund that the provider had accepted came back to us: the payer has nothing yet.',
    next: 'Ask the payer for another way, or ops order refund again.',
  },
  'return-in-other-currency': {
    urgency: 'today',
    about: 'order',
    says: 'Money went back in another currency than it was paid in: all of the payment counts as gone.',
    next: 'Compare with the books of the provider; ops order story shows what was taken back for it.',
  },
  'returned-before-delivery': {
    urgency: 'today',
    about: 'order',
    says: 'The money went back before anything was delivered. Nothing will be.',
    next: 'Make sure that it was meant: ops order story.',
  },
  'partial-refund': {
    urgency: 'today',
    about: 'order',
    says: 'A part of the money went back; gems were taken back in proportion.',
    next: 'Make sure that the part was meant: ops order story.',
  },
  'fine-without-ban': {
    urgency: 'today',
    about: 'order',
    says: 'A fine was paid, and the ban it was asked for no longer stands.',
    next: 'ops fines return gives it back, unless a later ban is paid with it.',
  },
  'restricted-card-paid': {
    urgency: 'today',
    about: 'order',
    says: 'A card, a device or a payer that was restricted after a chargeback has paid all the same.',
    next: 'Decide whether it stands: ops order story, then ops order refund if not.',
  },
  'card-not-forgotten': {
    urgency: 'today',
    about: 'provider',
    says: 'A provider has not forgotten a card for hours, although its payer was told that it is gone.',
    next: 'Read why in the detail; delete the card in the pages of the provider. It closes by itself when it is forgotten.',
  },
  'unheard-of-event': {
    urgency: 'today',
    about: 'notification',
    says: 'A provider sent an event of a type that its table does not have. It is kept and nothing was done.',
    next: 'ops notifications list --unheard-of; add the type to the table, then ops notifications replay.',
  },
  'unreadable-notification': {
    urgency: 'today',
    about: 'notification',
    says: 'A provider sent a signed notification that nobody can read. It is kept and nothing was done.',
    next: 'ops notifications list; mend the reading, then ops notifications replay.',
  },
  'notification-without-order': {
    urgency: 'today',
    about: 'notification',
    says: 'A provider speaks of an order that is not here.',
    next: 'Another shop may use the same account. If it is ours: ops notifications replay --order.',
  },
  'person-needed': {
    urgency: 'today',
    about: 'order',
    says: 'A provider says something that a person should know: a report of fraud, a question of the bank.',
    next: 'ops order story shows its words; answer in the provider’s own pages.',
  },
  'ticket-issued': {
    urgency: 'today',
    about: 'account',
    says: 'An operator issued a ticket that signs in as the account of somebody else.',
    next: 'Another operator finds the record in ops audit list, asks what it was for, and closes it with ops alerts resolve.',
  },
  'gems-taken-back': {
    urgency: 'note',
    about: 'order',
    says: 'Money went back and the gems with it.',
    next: 'Nothing, unless the payer or the recipient asks: ops order story.',
  },
  'second-payment': {
    urgency: 'note',
    about: 'order',
    says: 'An order was paid twice. The second payment goes back by itself.',
    next: 'Nothing. It closes by itself when the provider has accepted the refund.',
  },
  'late-confirmation': {
    urgency: 'note',
    about: 'order',
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

/** An order's alert is raised once for ever: a repeated word must not open again what a person has closed. */
export function mayComeBack(kind: AlertKind): boolean {
  const { about } = ALERT_KINDS[kind];
  return about === 'provider' || about === 'flow' || about === 'build';
}
