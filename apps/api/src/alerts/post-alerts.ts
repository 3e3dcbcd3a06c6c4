import { ALERT_KINDS, alertVerbText, isAlertKind, orderNumber, type AlertKind } from '@jawhara/domain';
import type { Logger } from 'pino';
import type { Clock } from '../platform/clock.ts';
import { inTransaction, type Db, type Tx } from '../platform/postgres.ts';
import {
  alertsToPost,
  forgetOldNews,
  lockPosting,
  markPosted,
  postLater,
  type WaitingAlert,
} from './alert-post.store.ts';

/** Names the subject of an alert for people: by the order number that payers know, the provider, or a webhook's id. */
export function nameOf({ orderId, subject }: Pick<WaitingAlert, 'orderId' | 'subject'>): string {
  return orderId === null ? subject.replace(/^(provider|wallet):/, '$1 ') : orderNumber(orderId);
}

/** The commands that an alert of this kind suggests, as one line; null if there are none. */
export function offersOf(kind: AlertKind): string | null {
  const { verbs } = ALERT_KINDS[kind];
  return verbs.length === 0 ? null : `Offers: ${verbs.map(alertVerbText).join(', ')}`;
}

const UNKNOWN_KIND = {
  says: 'A newer build raised an alert of a kind that this one does not know.',
  next: 'ops alerts list of the newest build says what to do.',
};

/** True if the start of the alert was posted and the alert has ended since. */
const isRecovery = ({ closedAt, postedAt }: WaitingAlert): boolean => closedAt !== null && postedAt !== null;

function recoveryMessage(alerts: readonly [WaitingAlert, ...WaitingAlert[]]): string {
  return `[over] ${alerts[0].kind}: ${alerts.map(nameOf).join(', ')}\nIt ended by itself.`;
}

/**
 * [ALR-01] The message about alerts of one kind. It consists only of fixed sentences, order numbers and ids, so it
 * contains no personal data.
 */
function alertMessage(alerts: readonly [WaitingAlert, ...WaitingAlert[]]): string {
  if (isRecovery(alerts[0])) return recoveryMessage(alerts);
  const [{ kind, urgency }] = alerts;
  // During a release a newer build may raise a kind of alert that this build does not have. It is posted too, so that
  // the alerts after it do not wait.
  const { says, next } = isAlertKind(kind) ? ALERT_KINDS[kind] : UNKNOWN_KIND;
  const names = alerts.map((alert) => `${nameOf(alert)}${alert.closedAt === null ? '' : ' (over by now)'}`);
  const offers = isAlertKind(kind) ? offersOf(kind) : null;
  const lines = [`[${urgency}] ${kind}: ${names.join(', ')}`, says, `Next: ${next}`];
  return [...lines, ...(offers === null ? [] : [offers])].join('\n');
}

export type PostResult = { readonly kind: 'posted' } | { readonly kind: 'not-posted'; readonly why: string };

export interface ChatBot {
  post(text: string): Promise<PostResult>;
}

const TIMEOUT_MS = 5_000;

/** Request bodies of chat bots. `text`: Slack, Mattermost, Rocket.Chat, Google Chat; `lark`: Lark and Feishu. */
const CHAT_BOT_BODIES = {
  text: (text: string): object => ({ text }),
  lark: (text: string): object => ({ msg_type: 'text', content: { text } }),
} as const satisfies Record<string, (text: string) => object>;

export type ChatBotFormat = keyof typeof CHAT_BOT_BODIES;

/** Whether the chat refused the message: some chats answer with status 200 and report the failure in the body. */
function isRefusal(body: unknown): boolean {
  const code = (body as { code?: unknown } | null)?.code;
  return typeof code === 'number' && code !== 0;
}

/** Posts messages to a chat. Anybody who has the chat's address can post there, so the address is in no log and no error. */
export function chatBot(webhookUrl: string, format: ChatBotFormat, timeoutMs = TIMEOUT_MS): ChatBot {
  return {
    async post(text) {
      try {
        const answer = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(CHAT_BOT_BODIES[format](text)),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        const said = await answer.text();
        if (!answer.ok) return { kind: 'not-posted', why: `status ${answer.status}` };
        return isRefusal(jsonIn(said)) ? { kind: 'not-posted', why: 'refused' } : { kind: 'posted' };
      } catch (error) {
        return { kind: 'not-posted', why: (error as Error).name === 'TimeoutError' ? 'time-out' : 'away' };
      }
    },
  };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface PostingDeps {
  readonly db: Db;
  readonly now: Clock;
  readonly logger: Logger;
  readonly bot: ChatBot;
}

/** So many alerts of one kind may share a message, so that an hour with many alerts does not flood the chat. */
const TOGETHER_MAX = 20;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
const NEWS_FOR_MS = 24 * 3_600_000;

export function postPauseMs(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
}

type Batch = readonly [WaitingAlert, ...WaitingAlert[]];

/**
 * The first waiting alert and those after it of the same kind, either all starts or all ends. Null if none waits or the
 * first is not due.
 */
function nextBatch(waiting: readonly WaitingAlert[], now: Date): Batch | null {
  const [first, ...others] = waiting;
  if (!first || first.postAfter > now) return null;
  const end = others.findIndex((one) => one.kind !== first.kind || isRecovery(one) !== isRecovery(first));
  return [first, ...(end === -1 ? others : others.slice(0, end))];
}

async function postNext(tx: Tx, { now, logger, bot }: PostingDeps): Promise<number> {
  if (!(await lockPosting(tx))) return 0;
  const at = now();
  await forgetOldNews(tx, new Date(at.getTime() - NEWS_FOR_MS));
  const batch = nextBatch(await alertsToPost(tx, TOGETHER_MAX), at);
  if (batch === null) return 0;
  const posted = await bot.post(alertMessage(batch));
  if (posted.kind === 'posted') {
    await markPosted(
      tx,
      batch.map(({ id }) => id),
      now(),
    );
    return batch.length;
  }
  const [{ id, kind, tries }] = batch;
  await postLater(tx, id, new Date(now().getTime() + postPauseMs(tries)));
  logger.warn({ alert: kind, why: posted.why, tries: tries + 1 }, 'an alert could not be posted');
  return 0;
}

/**
 * [ALR-01] Posts the alerts that wait in the table. Only one process posts at a time, and the most urgent alert first.
 * A failed post is tried again later, or at once if a more urgent alert is raised.
 */
export async function postAlerts(deps: PostingDeps): Promise<number> {
  let all = 0;
  for (;;) {
    const posted = await inTransaction(deps.db, (tx) => postNext(tx, deps));
    if (posted === 0) return all;
    all += posted;
  }
}
