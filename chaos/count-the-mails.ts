import { MAIL_KINDS, type MailKind } from '@jawhara/domain';
import type { Check } from './check.ts';
import type { MailEvidence, AcceptedCopy } from './evidence.ts';
import { groupBy } from './group-by.ts';

/** Parts of the English subjects, by which the kinds of mail are told apart: the inbox has no other sign of the kind. */
export const SUBJECT_PARTS = {
  receipt: ' gems arrived for ',
  late: 'still following up on order',
  refunded: ' was refunded',
} as const satisfies Record<MailKind, string>;

const kindOf = ({ subject }: AcceptedCopy): MailKind | undefined =>
  MAIL_KINDS.find((kind) => subject.includes(SUBJECT_PARTS[kind]));

/** Compares the mails in the mail server's inbox with the payers' consents, our outbox and the orders' events. */
export function countTheMails(evidence: MailEvidence): Check[] {
  return [
    noMailWithoutConsent(evidence),
    eachNewsIsMailedOnce(evidence),
    copiesHaveAReason(evidence),
    mailsHaveEnded(evidence),
  ];
}

function noMailWithoutConsent({ inbox, consents, mails }: MailEvidence): Check {
  const addresses = new Set(consents.map(({ address }) => address));
  const orders = new Set(consents.map(({ orderId }) => orderId));
  return {
    truth: 'no mail without consent',
    counted: inbox.length,
    breaches: [
      ...inbox.filter(({ to }) => !addresses.has(to)).map(({ to }) => `${to}: nobody gave this address`),
      ...mails
        .filter(({ orderId }) => !orders.has(orderId))
        .map(({ orderId }) => `${orderId}: gave no address`),
    ],
  };
}

/** Counts messages in the inbox by address and kind. Copies of one message count once: copiesHaveAReason checks them. */
function eachNewsIsMailedOnce({ inbox, consents, mailsDue }: MailEvidence): Check {
  const arrived = groupBy(inbox, (copy) => `${copy.to} ${kindOf(copy) ?? copy.subject}`);
  const due = groupBy(mailsDue, ({ orderId, kind }) => `${orderId} ${kind}`);
  const breaches: string[] = [];
  let counted = 0;
  for (const { orderId, address, isAnswered } of consents) {
    for (const kind of MAIL_KINDS) {
      const messages = new Set((arrived.get(`${address} ${kind}`) ?? []).map(({ messageId }) => messageId))
        .size;
      const expected = due.get(`${orderId} ${kind}`)?.length ?? 0;
      counted += messages;
      if (isAnswered && messages < expected)
        breaches.push(`${orderId}: ${messages} of ${expected} mails (${kind}) arrived`);
      if (kind !== 'refunded' && messages > 1) breaches.push(`${orderId}: ${messages} mails (${kind})`);
    }
  }
  return {
    truth: 'receipt, late and refunded are mailed once for each order and address',
    counted,
    breaches,
  };
}

/** The id of the mail's row in our outbox, from which its Message-ID is made. */
const rowId = (messageId: string): string => messageId.replace(/^<|@.*$/g, '');

function copiesHaveAReason({ inbox, mails }: MailEvidence): Check {
  const rows = new Map(mails.map((mail) => [mail.id, mail]));
  const copies = groupBy(inbox, ({ messageId }) => rowId(messageId));
  const breaches = [...copies].flatMap(([id, all]) => {
    const interruptions = rows.get(id)?.interruptions ?? 0;
    const most = interruptions === 0 ? 1 : 2;
    return all.length > most ? [`${id}: ${all.length} copies after ${interruptions} interrupted sends`] : [];
  });
  return {
    truth: 'a mail comes twice at most, and only if the end of its first send was not known',
    counted: copies.size,
    breaches,
  };
}

/**
 * Every mail is sent, or parked after two interrupted sends with an alert, or dropped: late mails whose gems came before they
 * left.
 */
function mailsHaveEnded({ mails, alerts }: MailEvidence): Check {
  const alerted = new Set(alerts.filter(({ kind }) => kind === 'mail-parked').map(({ orderId }) => orderId));
  const breaches = mails
    .filter(({ orderId, kind, state, interruptions }) => {
      if (state === 'parked') return interruptions < 2 || !alerted.has(orderId);
      return state === 'dropped' ? kind !== 'late' : state !== 'sent';
    })
    .map(
      ({ orderId, kind, state, interruptions }) =>
        `${orderId}: ${kind} is ${state} after ${interruptions} interruptions`,
    );
  return { truth: 'every mail was sent, or is before a person', counted: mails.length, breaches };
}

/** Fails if no worker crashed while it sent a kind of mail: the run then proves nothing about that kind. */
export function crashesCame({ mails }: MailEvidence): Check {
  const interrupted = MAIL_KINDS.map((kind) => ({
    kind,
    count: mails.filter((mail) => mail.kind === kind && mail.interruptions > 0).length,
  }));
  return {
    truth: 'workers died between the send and the record of each kind of mail',
    counted: interrupted.length,
    breaches: interrupted.filter(({ count }) => count === 0).map(({ kind }) => `${kind}: never`),
  };
}

/**
 * Lines of the report, by kind of mail: how many, and how many arrived twice because a worker was killed or the connection was
 * cut.
 */
export function mailLines({ inbox, mails, consents }: MailEvidence): string[] {
  const copies = groupBy(inbox, ({ messageId }) => rowId(messageId));
  return MAIL_KINDS.map((kind) => {
    const ofKind = mails.filter((mail) => mail.kind === kind);
    const twice = ofKind.filter(({ id }) => (copies.get(id)?.length ?? 0) > 1);
    const cut = twice.filter(({ id }) => copies.get(id)?.[0]?.to.startsWith('cut+') === true);
    const parked = ofKind.filter(({ state }) => state === 'parked');
    return `  mails, ${kind}: ${ofKind.length}; arrived twice ${twice.length} (worker killed after the send ${twice.length - cut.length}, line cut ${cut.length}); left to a person ${parked.length}`;
  }).concat(`  ${consents.length} payers gave an address`);
}
