import { alertKey, MAIL_TRIES_MAX, mailPauseMs } from '@jawhara/domain';
import type { Logger } from 'pino';
import { healAlert, raiseAlert, reopenAlert } from '../alerts/alert.store.ts';
import type { Clock } from '../platform/clock.ts';
import { faultText } from '../platform/outage.ts';
import { inTransaction, isConnectionFault, type Tx } from '../platform/postgres.ts';
import type { SendBySmtp, SmtpAnswer, SmtpMessage } from '../platform/smtp.ts';
import { openAddress } from './mail-keys.ts';
import { composeMail, type ComposeDeps } from './compose-mail.ts';
import { endAddress } from './end-address.ts';
import { claimMail, recordOutcome, type ClaimedMail, type MailOutcome } from './mail.store.ts';
import { subscriptionById, type StoredSubscription } from './mail-subscription.store.ts';

export interface SendDeps extends ComposeDeps {
  readonly now: Clock;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly send: SendBySmtp;
  /** Counts for metrics only; changes nothing. */
  readonly count: (kind: string, end: MailEnd) => void;
}

export type MailEnd = MailOutcome['state'] | 'interrupted' | 'away';

const BATCH_MAX = 20;
/** Longer than any send takes, so a worker whose claim expires is dead. */
const CLAIM_MS = 120_000;
const AWAY_PAUSE_MS = 30_000;
/** A restart of the mail server must not raise an alert. */
const AWAY_RAISED_AFTER_MS = 15 * 60_000;
/**
 * A send with an unknown result is repeated once, so a payer gets a mail at most twice. After a second one the mail is
 * parked for an operator.
 */
const INTERRUPTIONS_MAX = 1;

const PARKED = 'mail-parked';
const AWAY = 'mail-server-away';

type Ending = Omit<MailOutcome, 'at'>;

const over = (state: 'sent' | 'bounced' | 'parked' | 'dropped', answer: string | null): Ending => ({
  state,
  sendAfter: null,
  answer,
});

function retry(now: Date, { tries }: ClaimedMail, answer: string): Ending {
  if (tries >= MAIL_TRIES_MAX) return over('parked', answer);
  return { state: 'waiting', sendAfter: new Date(now.getTime() + mailPauseMs(tries)), answer };
}

/** Retries once if the server's answer was lost: the server may have accepted the message already. */
function interrupted(now: Date, mail: ClaimedMail, answer: string): Ending {
  if (mail.interruptions >= INTERRUPTIONS_MAX) return { ...over('parked', answer), isInterrupted: true };
  return { ...retry(now, mail, answer), isInterrupted: true };
}

type EndingOf = (now: Date, mail: ClaimedMail, code: string) => Ending;

const ENDINGS: Readonly<Record<SmtpAnswer['kind'], EndingOf>> = {
  accepted: (_now, _mail, code) => over('sent', code),
  'no-such-address': (_now, _mail, code) => over('bounced', code),
  refused: (_now, _mail, code) => over('parked', code),
  later: retry,
  unknown: interrupted,
  away: (now, _mail, code) => ({
    state: 'waiting',
    sendAfter: new Date(now.getTime() + AWAY_PAUSE_MS),
    answer: code,
    isUncounted: true,
  }),
};

async function raiseParked(tx: Tx, deps: SendDeps, mail: ClaimedMail, answer: string | null): Promise<void> {
  const { id, orderId, recipientId, facts } = mail;
  const at = deps.now();
  const detail = { mail: id, news: facts.kind, answer };
  const isNew = await raiseAlert(tx, { id: deps.newId(), kind: PARKED, orderId, recipientId, detail, at });
  if (!isNew) await reopenAlert(tx, { kind: PARKED, ...alertKey(PARKED, { mail: id }), at });
  deps.logger.error({ alert: PARKED, orderId, detail }, 'a mail could not be sent');
}

/** Records the result, with its effects on the address and on alerts, in one transaction. */
async function finish(deps: SendDeps, mail: ClaimedMail, ending: Ending): Promise<void> {
  const at = deps.now();
  await inTransaction(deps.db, async (tx) => {
    if (!(await recordOutcome(tx, mail, { ...ending, at }))) return;
    if (ending.state === 'bounced') await endAddress(tx, mail.subscriptionId, 'bounce', at);
    if (ending.state === 'parked') await raiseParked(tx, deps, mail, ending.answer);
  });
  const { kind } = mail.facts;
  if (ending.isInterrupted) deps.count(kind, 'interrupted');
  deps.count(kind, ending.isUncounted ? 'away' : ending.state);
}

type OpenSubscription = StoredSubscription & { readonly sealedAddress: Uint8Array };

const hasAddress = (subscription: StoredSubscription | null): subscription is OpenSubscription =>
  subscription?.sealedAddress instanceof Uint8Array;

/** A mail that cannot be written is a fault of ours, which a second try does not mend. */
async function compose(
  deps: SendDeps,
  mail: ClaimedMail,
  subscription: OpenSubscription,
): Promise<SmtpMessage | 'dropped' | 'parked'> {
  try {
    const address = openAddress(subscription.sealedAddress, subscription.id, deps.mail.keys);
    return (await composeMail(deps, mail, subscription, address)) ?? 'dropped';
  } catch (error) {
    if (isConnectionFault(error)) throw error;
    deps.logger.error(
      { mail: mail.id, orderId: mail.orderId, err: faultText(error) },
      'a mail cannot be written',
    );
    return 'parked';
  }
}

async function sendMail(deps: SendDeps, mail: ClaimedMail): Promise<SmtpAnswer['kind'] | 'none'> {
  const { db, now, send, logger } = deps;
  if (mail.interruptions > INTERRUPTIONS_MAX) {
    await finish(deps, mail, over('parked', 'interrupted twice'));
    return 'none';
  }
  const subscription = await subscriptionById(db, mail.subscriptionId);
  if (!hasAddress(subscription)) {
    await finish(deps, mail, over('dropped', null));
    return 'none';
  }
  if (mail.interruptions > 0) {
    deps.count(mail.facts.kind, 'interrupted');
    logger.warn(
      { mail: mail.id, orderId: mail.orderId },
      'a mail is sent again: the end of its last send is not known',
    );
  }
  const message = await compose(deps, mail, subscription);
  if (typeof message === 'string') {
    await finish(deps, mail, over(message, null));
    return 'none';
  }
  const answer = await send(message);
  await finish(deps, mail, ENDINGS[answer.kind](now(), mail, answer.code));
  return answer.kind;
}

const addressOf = ({ mail: { server } }: SendDeps): string => `${server.host}:${server.port}`;

/** Raises an alert if a mail has waited long for a mail server that cannot be reached. */
async function raiseAway(deps: SendDeps, { createdAt }: ClaimedMail): Promise<void> {
  const at = deps.now();
  if (at.getTime() - createdAt.getTime() < AWAY_RAISED_AFTER_MS) return;
  const detail = { mailServer: addressOf(deps) };
  const alert = { id: deps.newId(), kind: AWAY, orderId: null, recipientId: null, detail, at } as const;
  if (await inTransaction(deps.db, (tx) => raiseAlert(tx, alert)))
    deps.logger.error({ alert: AWAY, detail }, 'the mail server takes no mail');
}

async function healAway(deps: SendDeps): Promise<void> {
  const about = alertKey(AWAY, { mailServer: addressOf(deps) });
  const healed = { kind: AWAY, about, why: 'it takes mail again', at: deps.now() } as const;
  await inTransaction(deps.db, (tx) => healAlert(tx, healed));
}

/**
 * [ORD-21] Sends due mails one after the other; each is claimed by one worker for a while. The server's answer is
 * recorded after the send. If a worker dies in between, the result is unknown: the mail is sent once more under the
 * same Message-ID, and never a third time.
 */
export async function sendMails(deps: SendDeps): Promise<number> {
  let sent = 0;
  for (let tried = 0; tried < BATCH_MAX; tried += 1) {
    const now = deps.now();
    const mail = await claimMail(deps.db, now, new Date(now.getTime() + CLAIM_MS));
    if (mail === null) break;
    const answer = await sendMail(deps, mail);
    if (answer === 'accepted') sent += 1;
    if (answer === 'away') {
      // Other mails need the same server, so stop here.
      await raiseAway(deps, mail);
      break;
    }
  }
  if (sent > 0) await healAway(deps);
  return sent;
}
