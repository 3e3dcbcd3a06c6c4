import type { FindingKind } from '../settlement/finding.ts';
import { PROVIDER_PAGES, type AlertVerb } from '../operator/operator-verb.ts';

/** Alerts about a provider, a flow, a build or the mail server, not about the money of one order. */
export const SYSTEM_ALERTS = {
  'provider-refuses-us': {
    urgency: 'now',
    about: 'provider',
    key: ['provider'],
    verbs: [PROVIDER_PAGES],
    says: 'A provider refuses our calls: our key, our signature, or too many of them. Nobody can pay there.',
    next: 'Check the key in the provider’s own pages and in the settings. It closes by itself when the provider answers again.',
  },
  'wallet-channel-left': {
    urgency: 'today',
    about: 'provider',
    key: ['wallet'],
    verbs: ['configure publish'],
    says: 'A channel of the wallet gives no answers. New payers are served by another one that is released.',
    next: 'Ask the provider, or set the share of the channel to nothing with ops configure publish. It closes by itself when the channel serves again.',
  },
  'provider-not-connected': {
    urgency: 'now',
    about: 'provider',
    key: ['provider'],
    verbs: [],
    says: 'Orders need a provider that this deployment does not have. Its refunds, webhooks and open payments wait.',
    next: 'Connect the provider again in the settings. It closes by itself once it is there.',
  },
  'step-parked': {
    urgency: 'now',
    about: 'flow',
    key: ['step'],
    verbs: ['order story'],
    says: 'A step of the work on an order failed again and again. It was set aside, and is tried again with growing pauses.',
    next: 'ops order story names the step and its fault; mend the cause. It closes by itself when the work passes.',
  },
  'flow-stuck': {
    urgency: 'now',
    about: 'flow',
    key: ['flow'],
    verbs: ['flows resume', 'flows kill'],
    says: 'The work on an order goes round in circles or stands still.',
    next: 'ops flows stuck; mend the cause, then ops flows resume. ops flows kill only where it can never succeed: a new check begins. It closes by itself when the flow runs.',
  },
  'nobody-carries-on': {
    urgency: 'now',
    about: 'flow',
    key: ['flow'],
    verbs: ['deploy rollback'],
    says: 'No worker of the current build can be reached through the engine. Orders wait, and nobody new can pay.',
    next: 'ops deploy status; start its workers, or ops deploy rollback to a build that has some. It closes by itself.',
  },
  'mail-server-away': {
    urgency: 'today',
    about: 'mail-server',
    key: ['mailServer'],
    verbs: [],
    says: 'The mail server takes no mail of ours for a quarter of an hour. Receipts wait.',
    next: 'Check MAIL_SMTP_HOST, its login and its certificate (docs/operations/mail.md). It closes by itself with the first mail that is taken.',
  },
  'tables-do-not-fit': {
    urgency: 'now',
    about: 'build',
    key: ['build'],
    verbs: [],
    says: 'A build runs on tables that are older or newer than it understands, and takes no payments.',
    next: 'Run the migration of that build, or end its processes if a newer build is there. It closes by itself.',
  },
} as const;

type Dashed<Text extends string> = Text extends `${infer Head} ${infer Tail}`
  ? `${Head}-${Dashed<Tail>}`
  : Text;

export type FindingAlert = `reconciliation-${Dashed<FindingKind>}`;

/** Alerts for differences between a provider's settlement report and our records: one for each kind of finding. */
export const RECONCILIATION_ALERTS = {
  'reconciliation-missing-credit': {
    urgency: 'now',
    about: 'order',
    key: ['finding'],
    verbs: ['order story', 'order ask', 'order refund'],
    says: 'The provider took the money, and nothing was given for it.',
    next: 'ops order story; then ops order ask delivers it, or ops order refund gives the money back.',
  },
  'reconciliation-double-credit': {
    urgency: 'now',
    about: 'order',
    key: ['finding'],
    verbs: ['order story'],
    says: 'More gems were given for an order than it has. The database should have refused that.',
    next: 'Find out who wrote to the ledger; ops order story shows its transfers. A developer must look.',
  },
  'reconciliation-missing-capture': {
    urgency: 'today',
    about: 'order',
    key: ['finding'],
    verbs: [PROVIDER_PAGES],
    says: 'To us a payment is made, and no report of its provider has it.',
    next: 'Find it in the provider’s own pages. If it was never captured, ask the provider why; gems were given for it.',
  },
  'reconciliation-amount-differs': {
    urgency: 'today',
    about: 'order',
    key: ['finding'],
    verbs: ['order story', PROVIDER_PAGES],
    says: 'The provider reports another amount for a payment or a refund than we have.',
    next: 'ops order story beside the provider’s own pages; ask the provider for the difference.',
  },
  'reconciliation-refund-not-taken-back': {
    urgency: 'today',
    about: 'order',
    key: ['finding'],
    verbs: ['webhooks replay'],
    says: 'The provider gave money back, and the gems of it are still where they were.',
    next: 'ops webhooks list for its words, then ops webhooks replay; without any, ask the provider to send them again.',
  },
  'reconciliation-orphan-payment': {
    urgency: 'now',
    about: 'order',
    key: ['finding'],
    verbs: [PROVIDER_PAGES],
    says: 'The provider took a payment that no attempt of ours is. Somebody may have paid for nothing.',
    next: 'Look it up in the provider’s own pages: another shop of the account, or a payer of ours to give it back to.',
  },
  'reconciliation-wrong-currency': {
    urgency: 'today',
    about: 'order',
    key: ['finding'],
    verbs: [PROVIDER_PAGES],
    says: 'The provider moved money in another currency than we asked for.',
    next: 'Compare with the provider’s own pages; check the currencies of the processing channel or merchant account.',
  },
  'reconciliation-late-confirmation': {
    urgency: 'today',
    about: 'order',
    key: ['finding'],
    verbs: ['order story', 'order ask'],
    says: 'The provider took the money, and we heard of it much later or not at all.',
    next: 'ops order story; if it is not paid with us, ops order ask takes the provider’s word and delivers.',
  },
  'reconciliation-dispute-nobody-told': {
    urgency: 'today',
    about: 'order',
    key: ['finding'],
    verbs: [PROVIDER_PAGES],
    says: 'A bank took money back, froze it or returned it, and no notification said so.',
    next: 'Check that disputes are subscribed at the provider, have its webhooks sent again, and answer the dispute in the provider’s own pages in time.',
  },
  'reconciliation-ledger-not-balanced': {
    urgency: 'now',
    about: 'order',
    key: ['finding'],
    verbs: [],
    says: 'The ledger is not what the payments say, does not sum to zero, or a balance is not the sum of its entries.',
    next: 'Somebody wrote past the program. A developer must look before anything else is changed by hand.',
  },
  'reconciliation-odd-rows': {
    urgency: 'today',
    about: 'order',
    key: ['report'],
    verbs: [],
    says: 'A settlement report has rows of a type nobody knows, or that nobody can read.',
    next: 'ops reconcile lists them with their place in the file; add the type to the table of the provider.',
  },
} as const satisfies Record<
  FindingAlert | 'reconciliation-odd-rows',
  {
    urgency: 'now' | 'today' | 'note';
    about: 'order';
    key: readonly ['finding' | 'report'];
    verbs: readonly AlertVerb[];
    says: string;
    next: string;
  }
>;

export function alertOfFinding(kind: FindingKind): FindingAlert {
  return `reconciliation-${kind.replaceAll(' ', '-')}` as FindingAlert;
}
