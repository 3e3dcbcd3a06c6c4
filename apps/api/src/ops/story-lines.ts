import {
  ALERT_KINDS,
  alertVerbText,
  isAlertKind,
  isOrderVerb,
  legalVersionsText,
  moneyText,
  usdText,
  type AlertVerb,
} from '@jawhara/domain';
import { REFUSALS } from '../operator/refusals.ts';
import type { WholeStory } from '../operator/orders/show-story.ts';
import { ageText, pairs, plain, section, table, timeText } from './print.ts';

function headLines({ number, order, agreed, recipient }: WholeStory, now: Date): string[] {
  const held = order.isHeld ? ', HELD for a person' : '';
  const forgiven = order.gemsForgiven > 0 ? `, ${order.gemsForgiven} forgiven` : '';
  const moved = order.gemsMoved ? `, ${order.gemsMoved.gems} given to another account` : '';
  return [
    `${number}  ${order.id}`,
    ...pairs([
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

/** A verb that the alert offers, and whether the order takes it now. */
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

function moneyLines({ attempts, refunds, returns, books }: WholeStory): string[] {
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
    refunds.map((one) => [one.state, moneyText(one.money), one.cause, one.askedBy, one.providerPaymentId]),
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
    ...section('Payments', attempts.length > 0 ? payments : []),
    ...section('Refunds of ours', refunds.length > 0 ? back : []),
    ...section('Returns', returns.length > 0 ? returned : []),
    ...section('Books (minor units, gems)', books.length > 0 ? ledger : []),
  ];
}

function eventLines({ story, notifications, alerts, actions }: WholeStory): string[] {
  const told = story.map(({ at, kind, from, to, detail }) => ({
    at,
    cells: ['order', to === null ? kind : `${kind}: ${from ?? 'nothing'} -> ${to}`, JSON.stringify(detail)],
  }));
  const heard = notifications.map(({ receivedAt, provider, eventType, processedAt, id }) => ({
    at: receivedAt,
    cells: [`provider ${provider}`, eventType, `${processedAt === null ? 'NOT PROCESSED ' : ''}${id}`],
  }));
  const closed = alerts.flatMap(({ closedAt, closedBy, closedWhy, kind }) =>
    closedAt === null ? [] : [{ at: closedAt, cells: [closedBy ?? '', `${kind} closed`, closedWhy ?? ''] }],
  );
  const people = actions.map(({ at, by, verb, why }) => ({ at, cells: [by, verb, why] }));
  const all = [...told, ...heard, ...closed, ...people].toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  return table(
    ['when', 'who', 'what', ''],
    all.map(({ at, cells }) => [timeText(at), ...cells]),
  );
}

/** The answer first, the evidence below it. */
export function storyLines(story: WholeStory, now: Date): string[] {
  return [
    ...headLines(story, now),
    ...section('What to do', nextLines(story).map(plain)),
    ...moneyLines(story),
    ...section('Story', eventLines(story)),
    '',
  ];
}
