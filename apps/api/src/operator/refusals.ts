import { PROVIDER_NUMBERS, PROVIDERS } from '@jawhara/domain';
import { IDENTITY_REFUSALS } from './identity/identity-refusals.ts';

interface RefusalSheet {
  /** States why the verb did nothing. */
  readonly says: string;
  /** The next thing to do. */
  readonly next: string;
}

const REPORTING = PROVIDER_NUMBERS.map((number) => `${number} (${PROVIDERS[number].name})`).join(', ');

/** The reasons for which a verb does nothing, each with what to do next. */
export const REFUSALS = {
  unsigned: {
    says: 'Nothing is changed without a reason.',
    next: 'Add --why "the reason", at most 500 characters. Who you are comes from your key: ops login.',
  },
  ...IDENTITY_REFUSALS,
  'no-such-order': {
    says: 'There is no such order.',
    next: 'Give the number as the payer reads it out (JW-7F3K-20481), or the whole order id.',
  },
  'several-orders': {
    says: 'Several orders have this number.',
    next: 'Give the whole id: ops order story shows them all.',
  },
  'nothing-to-find-by': {
    says: 'Nothing is known of the order.',
    next: 'Give at least one of --payment, --account, --last4, --state, --from.',
  },
  'no-such-account': {
    says: 'There is no such account.',
    next: 'Give the display id that the app shows, 5 to 20 digits.',
  },
  'no-such-alert': {
    says: 'No open alert has this id.',
    next: 'ops alerts list shows the open ones; the last characters of an id are enough.',
  },
  'several-alerts': {
    says: 'Several open alerts end with these characters.',
    next: 'Give more of the id.',
  },
  'no-such-notification': {
    says: 'There is no such webhook.',
    next: 'ops webhooks list shows those that wait for an operator.',
  },
  'webhook-processed': {
    says: 'The webhook was processed: it waits for nothing.',
    next: 'ops order story shows its effect. What it did to an order is undone by the verbs of the order.',
  },
  'webhook-discarded': {
    says: 'The webhook was discarded before.',
    next: 'ops webhooks show says by whom. ops webhooks replay takes it after all.',
  },
  'notification-without-order': {
    says: 'The webhook names no order of ours.',
    next: 'Say whose it is: --order JW-7F3K-20481.',
  },
  'notification-of-another-order': {
    says: 'The webhook belongs to another order already.',
    next: 'Replay it without --order.',
  },
  'no-parked-mail': {
    says: 'No mail of this order was set aside.',
    next: 'ops mails list shows those that wait or were set aside.',
  },
  'no-such-flow': {
    says: 'The engine knows no such flow, or it has ended.',
    next: 'ops flows stuck shows those that are stuck now.',
  },
  'engine-away': {
    says: 'The flow engine does not answer.',
    next: 'Check RESTATE_ADMIN_URL and RESTATE_INGRESS_URL and that the engine runs. Nothing was changed.',
  },
  'no-such-build': {
    says: 'The engine knows no build of this name.',
    next: 'ops deploy status shows those it knows.',
  },
  'build-unreadable': {
    says: 'This is no name of a build, or no address.',
    next: 'The name has small letters, digits, points and dashes; the address is where the engine finds the workers, http://HOST:PORT.',
  },
  'build-not-taken': {
    says: 'The engine did not take the build. Nothing was changed.',
    next: 'Its workers must run and be reached at that address before they are registered.',
  },
  'build-is-old': {
    says: 'The engine knows this build already, and a newer one. Nothing was changed.',
    next: 'To go back to it: ops deploy rollback.',
  },
  'build-is-current': {
    says: 'New orders begin on this build.',
    next: 'Register another one, or roll back to one, first.',
  },
  'build-in-use': {
    says: 'Orders are still under way on this build; without it they would freeze.',
    next: 'ops deploy drain waits for them; ops flows stuck shows those that stand.',
  },
  'nothing-paid': {
    says: 'No payment was kept for this order, so there is nothing to give back.',
    next: 'ops order story shows its payments. A wrong amount goes back with ops order send-back.',
  },
  'nothing-left': {
    says: 'All of this payment has gone back already, or is on its way.',
    next: 'ops order story shows when and how.',
  },
  'amount-unreadable': {
    says: 'This is no amount of that currency.',
    next: 'Write it as 4.99, in the currency that was paid.',
  },
  'amount-too-large': {
    says: 'This is more than is left of the payment.',
    next: 'Leave --amount out to send back all that is left.',
  },
  'dispute-open': {
    says: 'The payment is disputed at the bank. A refund now could give the money back twice.',
    next: 'Wait for the end of the dispute, or accept it in the provider’s own pages.',
  },
  'is-a-fine': { says: 'This order paid a fine.', next: 'ops fines return gives it back.' },
  'is-no-fine': { says: 'This order is no fine.', next: 'ops order refund gives it back.' },
  'used-without-wrong-recipient': {
    says: 'Only gems that went to a wrong account can be left there.',
    next: 'Use --used together with --wrong-recipient.',
  },
  'gems-unreadable': {
    says: 'This is no number of gems of this order.',
    next: 'Give a whole number, at most what the order brought.',
  },
  'no-wrong-amount': {
    says: 'No wrong amount waits on this order: nothing of one is with us, or it is on its way back.',
    next: 'ops order story shows what was paid and what became of it.',
  },
  'partly-returned': {
    says: 'A part of the wrong amount has gone back, so it cannot stand for the price.',
    next: 'ops order send-back returns the rest; the payer can pay again.',
  },
  'several-wrong-amounts': {
    says: 'Several wrong amounts wait on this order.',
    next: 'Say which: --payment and the provider’s id, as ops order story shows it.',
  },
  'paid-already': {
    says: 'The order is paid with another payment. A wrong amount can only go back.',
    next: 'ops order send-back.',
  },
  'going-back': {
    says: 'This money is on its way back.',
    next: 'Wait for the refund to end: ops order story.',
  },
  'not-cancellable': {
    says: 'The order is decided, or held for a person, and cannot be cancelled.',
    next: 'A paid one: ops order refund. A held one: ops order release or send-back.',
  },
  'not-delivered': {
    says: 'The order has delivered no gems.',
    next: 'ops order story shows where it stands; ops order ask looks after it now.',
  },
  'gems-used': {
    says: 'So many gems of this order are not there any more.',
    next: 'Give fewer: --gems N, at most what the account still has of them.',
  },
  'moved-before': {
    says: 'Gems of this order were given to another account before.',
    next: 'ops order story shows to whom. They can be refunded, not moved again.',
  },
  'same-account': { says: 'The gems are on this account already.', next: 'Give the other one.' },
  'account-cannot-receive': {
    says: 'This account cannot receive gems: it is closed, banned, a guest, or of another app.',
    next: 'Ask for another account.',
  },
  'restricts-nobody': {
    says: 'Nothing that this order caused stands against anybody.',
    next: 'A ban ends with ops accounts unban. Another order may hold them: ask for its number.',
  },
  'not-banned': { says: 'The account is not banned.', next: 'Nothing to do.' },
  'banned-already': {
    says: 'The account is banned already.',
    next: 'Lift that ban first if it should be another kind.',
  },
  'account-closed': {
    says: 'The account is closed in another way than by a ban.',
    next: 'Nothing to do here: the app decides over it.',
  },
  'date-unreadable': {
    says: 'This is no day to come.',
    next: 'Write it as 2026-12-31, or leave it out.',
  },
  'count-unreadable': { says: 'This is no count of bans.', next: 'Give a whole number from 0 to 100.' },
  'never-banned': {
    says: 'The account has never been banned, so it has no count.',
    next: 'Nothing to do.',
  },
  'file-unreadable': {
    says: 'The file cannot be read.',
    next: 'Check the path, and that it is CSV or JSON lines.',
  },
  'file-wrong': {
    says: 'A line of the file is wrong, so nothing of it was taken.',
    next: 'Mend the line and give the file again: repeating it is harmless.',
  },
  'price-differs': {
    says: 'A pack that is there has another price or other gems. A price is never changed in place.',
    next: 'Give the new price a recharge id of its own, and take the old pack off sale.',
  },
  'settings-wrong': {
    says: 'Parts of the settings are misspelt or have the wrong shape.',
    next: 'Mend the parts that are named. Nothing was published.',
  },
  'no-such-part': {
    says: 'The configuration has no such part.',
    next: 'ops configure show lists the parts.',
  },
  'part-not-published': {
    says: 'This part was never published: its default counts.',
    next: 'ops configure publish FILE --part publishes it.',
  },
  'no-such-version': { says: 'There is no such version.', next: 'ops configure history shows them.' },
  'no-such-report': {
    says: 'There is no such report.',
    next: 'ops feedback list shows the open ones. Give the number as it is read out (FB-…).',
  },
  'orders-unfinished': {
    says: 'An order of this person is not finished: held, on its way, or with a webhook that was not processed.',
    next: 'Look at it with ops order story. Erase when it is finished.',
  },
  'person-unnamed': {
    says: 'A person is named by exactly one of a report and an order of theirs.',
    next: 'Give --report FB-… (their request to be erased) or --order with a number that only they know.',
  },
  'answered-already': {
    says: 'The report has been answered or closed.',
    next: 'ops feedback show has the answer.',
  },
  'answer-promised': {
    says: 'The law texts promise whoever sent this report a decision in words.',
    next: 'ops feedback answer, also where the answer is no.',
  },
  'answer-missing': { says: 'An answer needs words.', next: 'Add --text "…", at most 5000 characters.' },
  'no-report-of-provider': {
    says: 'No report of this provider can be read.',
    next: `Give --provider and one of these: ${REPORTING}.`,
  },
  'day-unreadable': { says: 'This is no day.', next: 'Write it as --day 2026-11-14.' },
  'zone-unreadable': {
    says: 'This is no time zone.',
    next: 'Write it as --zone Asia/Riyadh, +08:00 or UTC: what the provider cuts its days by.',
  },
  'report-not-there': {
    says: 'The report of this day is not there to be fetched.',
    next: 'Try again later, or fetch it by hand and give it with --file. docs/operations/reconcile.md says where.',
  },
  'not-this-report': {
    says: 'The file is another one than this provider’s settlement report. Nothing of it was kept.',
    next: 'Give the report that docs/operations/reconcile.md names, as CSV with its header row.',
  },
  'time-unreadable': {
    says: 'This is no time of the past with its zone.',
    next: 'Write it as --from 2026-11-14T09:30:00Z: the time that the database was restored to.',
  },
  'not-engine-log': {
    says: 'The file is no saved log of the engine.',
    next: 'Give the file that deploy/backup/save-engine-log wrote before the engine’s disk was wiped.',
  },
  'changed-meanwhile': {
    says: 'Something has changed since it was shown, so nothing was done.',
    next: 'Run the command again and look at what it shows now.',
  },
} as const satisfies Record<string, RefusalSheet>;

export type OperatorRefusal = keyof typeof REFUSALS;

export interface Refused {
  readonly kind: 'refused';
  readonly because: OperatorRefusal;
  /** Details that the sentence of the refusal does not contain, such as the id that was not found. */
  readonly detail?: string;
}

export function refused(because: OperatorRefusal, detail?: string): Refused {
  return { kind: 'refused', because, ...(detail !== undefined && { detail }) };
}

export function isRefused(outcome: object): outcome is Refused {
  return 'kind' in outcome && outcome.kind === 'refused';
}
