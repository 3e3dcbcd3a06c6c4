import {
  ALERT_KINDS,
  alertVerbText,
  isAlertKind,
  isOrderVerb,
  legalVersionsText,
  moneyText,
  orderVerbs,
  usdText,
  type AlertVerb,
  type OrderVerb,
  type VerbAnswer,
} from '@jawhara/domain';
import { accountById } from '../../accounts/account.store.ts';
import { alertsOfOrder, type StoredAlert } from '../../alerts/alert.store.ts';
import { balanceOf } from '../../ledger/ledger.store.ts';
import { moneyOf } from '../../orders/base/write-books.ts';
import { readStory, type OrderStory } from '../../orders/queries/find-orders.ts';
import type { WebhookLine } from '../../orders/store/webhook.store.ts';
import { recordRead } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import { actionsOn, type OperatorAction } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { REFUSALS, refused, type Refused } from '../refusals.ts';
import { ageText, facts, section, table, timeText, type ReportPart } from '../report-parts.ts';

export interface WholeStory extends OrderStory {
  readonly alerts: readonly StoredAlert[];
  readonly actions: readonly OperatorAction[];
  /** For each verb that acts on the order's money: whether it is possible now, or why not. */
  readonly verbs: Readonly<Record<OrderVerb, VerbAnswer>>;
  readonly recipient: { readonly displayId: string; readonly status: string; readonly gems: number };
}

/** Collects everything about an order, from every table that has rows of it. */
export async function showStory(
  context: OperatorContext,
  signOff: OperatorSignOff,
  typed: string,
): Promise<readonly WholeStory[] | Refused> {
  const { db } = context.orders;
  const stories = await readStory(db, typed);
  if (!stories?.length) return refused('no-such-order', typed);
  for (const { order } of stories) {
    const no = await recordRead(context, signOff, 'order story', `order:${order.id}`);
    if (no !== null) return no;
  }
  return Promise.all(
    stories.map(async (one) => {
      const { id, recipientId } = one.order;
      const account = await accountById(db, recipientId);
      return {
        ...one,
        alerts: await alertsOfOrder(db, id),
        actions: await actionsOn(db, `order:${id}`),
        verbs: orderVerbs(await moneyOf(db, one.order)),
        recipient: {
          displayId: account?.displayId ?? '',
          status: account?.status ?? 'not there',
          gems: await balanceOf(db, recipientId),
        },
      };
    }),
  );
}

function headParts({ number, order, agreed, recipient }: WholeStory, now: Date): ReportPart[] {
  const held = order.isHeld ? ', HELD for a person' : '';
  const forgiven = order.gemsForgiven > 0 ? `, ${order.gemsForgiven} forgiven` : '';
  const moved = order.gemsMoved ? `, ${order.gemsMoved.gems} given to another account` : '';
  return [
    `${number}  ${order.id}`,
    facts([
      ['state', `${order.state}${held}`],
      ['for', order.purpose === 'fine' ? 'a fine' : `${order.gems} gems${forgiven}${moved}`],
      ['price', usdText(order.priceUsdCents)],
      ['account', `${recipient.displayId} (${recipient.status}, has ${recipient.gems} gems)`],
      ['provider', `${order.provider}, pay type ${order.payType}`],
      ['agreed to', agreed === null ? 'not kept' : legalVersionsText(agreed)],
      ['created', `${timeText(order.createdAt)}, ${ageText(order.createdAt, now)} ago`],
    ]),
  ];
}

/** A verb that the alert suggests, and whether it can be used on the order now. */
function offerLine(verb: AlertVerb, verbs: WholeStory['verbs']): string {
  if (!isOrderVerb(verb)) return alertVerbText(verb);
  const answer = verbs[verb];
  return `${alertVerbText(verb)}: ${answer.kind === 'may' ? 'can be used now' : REFUSALS[answer.because].says}`;
}

function nextLines({ alerts, verbs }: WholeStory): string[] {
  const open = alerts.filter(({ closedAt }) => closedAt === null);
  return open.flatMap(({ kind, urgency, id }) => {
    const sheet = isAlertKind(kind) ? ALERT_KINDS[kind] : null;
    return [
      `[${urgency}] ${kind} (alert ${id.slice(-8)}): ${sheet?.says ?? ''}`,
      ...(sheet ? [`  ${sheet.next}`, ...sheet.verbs.map((verb) => `  - ${offerLine(verb, verbs)}`)] : []),
    ];
  });
}

function moneyParts({ attempts, refunds, returns, books }: WholeStory): ReportPart[] {
  const payments = table(
    ['provider', 'state', 'standing', 'amount', 'id'],
    attempts.map((one) => [
      one.provider,
      one.state,
      one.standing,
      one.money && moneyText(one.money),
      one.providerPaymentId,
    ]),
  );
  const back = table(
    ['state', 'amount', 'cause', 'asked by', 'of payment'],
    refunds.map((one) => [
      one.state,
      moneyText(one.money),
      one.cause,
      one.requestedBy,
      one.providerPaymentId,
    ]),
  );
  const returned = table(
    ['how', 'stage', 'amount', 'fee', 'id'],
    returns.map((one) => [
      one.how,
      one.stage,
      one.money && moneyText(one.money),
      one.fee && moneyText(one.fee),
      one.returnId,
    ]),
  );
  const ledger = table(
    ['account', 'unit', 'amount'],
    books.map(({ account, unit, amount }) => [account, unit, amount]),
  );
  return [
    ...section('Payments', attempts.length > 0 ? [payments] : []),
    ...section('Refunds of ours', refunds.length > 0 ? [back] : []),
    ...section('Returns', returns.length > 0 ? [returned] : []),
    ...section('Books (minor units, gems)', books.length > 0 ? [ledger] : []),
  ];
}

function webhookNote({ processedAt, parkedAt, discardedAt }: WebhookLine): string {
  if (discardedAt !== null) return 'DISCARDED ';
  if (parkedAt !== null) return 'PARKED ';
  return processedAt === null ? 'NOT PROCESSED ' : '';
}

function eventTable({ story, notifications, alerts, actions }: WholeStory): ReportPart {
  const moves = story.map(({ at, kind, from, to, detail }) => ({
    at,
    cells: ['order', to === null ? kind : `${kind}: ${from ?? 'nothing'} -> ${to}`, JSON.stringify(detail)],
  }));
  const webhooks = notifications.map((one) => ({
    at: one.receivedAt,
    cells: [`provider ${one.provider}`, one.eventType, `${webhookNote(one)}${one.id}`],
  }));
  const closed = alerts.flatMap(({ closedAt, closedBy, closedWhy, kind }) =>
    closedAt === null ? [] : [{ at: closedAt, cells: [closedBy ?? '', `${kind} closed`, closedWhy ?? ''] }],
  );
  const people = actions.map(({ at, by, verb, why }) => ({ at, cells: [by, verb, why] }));
  const all = [...moves, ...webhooks, ...closed, ...people].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  return table(
    ['when', 'who', 'what', ''],
    all.map(({ at, cells }) => [at, ...cells]),
  );
}

/** The suggestions come first, the evidence for them below. */
export function storyParts(story: WholeStory, now: Date): ReportPart[] {
  return [
    ...headParts(story, now),
    ...section('What to do', nextLines(story)),
    ...moneyParts(story),
    ...section('Story', [eventTable(story)]),
    '',
  ];
}
