import type { MailKind } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { hasFailed } from './check.ts';
import { countTheMails, crashesCame, mailLines } from './count-the-mails.ts';
import type { MailEvidence, MailFact, AcceptedCopy } from './evidence.ts';

const SUBJECTS = {
  receipt: '1,060 gems arrived for Noura',
  late: "We're still following up on order JW-1",
  refunded: 'Order JW-1 was refunded',
} as const satisfies Record<MailKind, string>;

const copy = (id: string, orderId: string, kind: MailKind): AcceptedCopy => ({
  messageId: `<${id}@returns.example>`,
  to: `payer+${orderId}@mail.example`,
  subject: SUBJECTS[kind],
});

const row = (id: string, orderId: string, kind: MailKind, went: Partial<MailFact> = {}): MailFact => ({
  id,
  orderId,
  kind,
  state: 'sent',
  interruptions: 0,
  ...went,
});

/** Two orders: a late one whose receipt the next worker sent again, and one of which a part is refunded. */
const GOOD: MailEvidence = {
  alerts: [],
  consents: ['late', 'part'].map((orderId) => ({
    orderId,
    address: `payer+${orderId}@mail.example`,
    isAnswered: true,
  })),
  inbox: [
    copy('m1', 'late', 'late'),
    copy('m2', 'late', 'receipt'),
    copy('m2', 'late', 'receipt'),
    copy('m3', 'part', 'receipt'),
    copy('m4', 'part', 'refunded'),
  ],
  mails: [
    row('m1', 'late', 'late'),
    row('m2', 'late', 'receipt', { interruptions: 1 }),
    row('m3', 'part', 'receipt'),
    row('m4', 'part', 'refunded'),
  ],
  mailsDue: [
    { orderId: 'late', kind: 'late' },
    { orderId: 'late', kind: 'receipt' },
    { orderId: 'part', kind: 'receipt' },
    { orderId: 'part', kind: 'refunded' },
  ],
};

const withInbox = (...inbox: readonly AcceptedCopy[]): MailEvidence => ({
  ...GOOD,
  inbox: [...GOOD.inbox, ...inbox],
});

const CONSENT = 'no mail without consent';
const MAILED = 'receipt, late and refunded are mailed once for each order and address';
const COPIES = 'a mail comes twice at most, and only if the end of its first send was not known';
const ENDED = 'every mail was sent, or is before a person';

const failedTruths = (evidence: MailEvidence): string[] =>
  countTheMails(evidence)
    .filter(hasFailed)
    .map(({ truth }) => truth);

it('the check of the mails after a chaos run finds no breach in a run without faults', () => {
  expect(failedTruths(GOOD)).toEqual([]);
});

const PLANTED: Record<string, { readonly evidence: MailEvidence; readonly breaks: readonly string[] }> = {
  'a mail to an address that no payer entered': {
    evidence: withInbox(copy('m1', 'stranger', 'late')),
    breaks: [CONSENT, COPIES],
  },
  'a mail in the outbox for an order without an address': {
    evidence: { ...GOOD, mails: [...GOOD.mails, row('m5', 'silent', 'receipt')] },
    breaks: [CONSENT],
  },
  'a receipt that never arrived': {
    evidence: { ...GOOD, inbox: GOOD.inbox.filter(({ messageId }) => !messageId.includes('m3')) },
    breaks: [MAILED],
  },
  'two receipts of one order': {
    evidence: {
      ...withInbox(copy('m5', 'late', 'receipt')),
      mails: [...GOOD.mails, row('m5', 'late', 'receipt')],
    },
    breaks: [MAILED],
  },
  'one refund of two that was not mailed': {
    evidence: { ...GOOD, mailsDue: [...GOOD.mailsDue, { orderId: 'part', kind: 'refunded' }] },
    breaks: [MAILED],
  },
  'a second copy of a mail whose first send was recorded': {
    evidence: withInbox(copy('m3', 'part', 'receipt')),
    breaks: [COPIES],
  },
  'a third copy of a mail': { evidence: withInbox(copy('m2', 'late', 'receipt')), breaks: [COPIES] },
  'a mail that is still waiting to be sent': {
    evidence: { ...GOOD, mails: GOOD.mails.map((mail) => ({ ...mail, state: 'waiting' })) },
    breaks: [ENDED],
  },
  'a mail that was set aside without an alert': {
    evidence: {
      ...GOOD,
      mails: GOOD.mails.map((mail) =>
        mail.id === 'm2' ? { ...mail, state: 'parked', interruptions: 2 } : mail,
      ),
    },
    breaks: [ENDED],
  },
};

it.each(Object.entries(PLANTED))(
  'the check of the mails after a chaos run finds the planted fault: %s',
  (_name, { evidence, breaks }) => {
    expect(failedTruths(evidence)).toEqual(breaks);
  },
);

it('the check of the mails does not require mails for a payer whose consent the shop has not confirmed', () => {
  const consents = GOOD.consents.map((consent) => ({ ...consent, isAnswered: false }));
  expect(failedTruths({ ...GOOD, consents, inbox: [copy('m1', 'late', 'late')] })).toEqual([]);
});

it('the report on the mails says how many arrived twice and why', () => {
  expect(mailLines(GOOD)).toContain(
    '  mails, receipt: 2; arrived twice 1 (worker killed after the send 1, line cut 0); left to a person 0',
  );
});

it('the check of the mails requires that a worker crashed at each kind of mail', () => {
  expect(crashesCame(GOOD).breaches).toEqual(['late: never', 'refunded: never']);
});
