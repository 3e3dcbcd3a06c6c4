import { moneyText, type Money, type OrderId } from '@jawhara/domain';
import { askProviders } from '../../operator/orders/ask-providers.ts';
import { cancelOrder } from '../../operator/orders/cancel-order.ts';
import type { GemEffect } from '../../operator/orders/gem-effects.ts';
import { liftRestrictions } from '../../operator/orders/lift-restrictions.ts';
import { moveGemsOfOrder, planMove } from '../../operator/orders/move-gems.ts';
import { orderMeant } from '../../operator/orders/order-meant.ts';
import { planRefund, refundOrder, type RefundPlan } from '../../operator/orders/refund-order.ts';
import { planRelease, releasePayment } from '../../operator/orders/release-payment.ts';
import { planSendBack, sendBackPayment } from '../../operator/orders/send-back-payment.ts';
import { showStory } from '../../operator/orders/show-story.ts';
import { isRefused, refused, type Refused } from '../../operator/refusals.ts';
import { shown, type Changing, type Commands, type CommandResult, type Reading } from '../command.ts';
import { pairs, type Cell } from '../print.ts';
import { storyLines } from '../story-lines.ts';

type Line = readonly [string, Cell];

/** The one order that the first word names. */
export async function orderOf({ context, words }: Reading): Promise<OrderId | Refused | null> {
  const [typed] = words;
  return typed === undefined ? null : orderMeant(context.orders.db, words.join(' '));
}

function gemLines(effects: readonly GemEffect[]): Line[] {
  return effects.map(({ displayId, change, balanceBefore, balanceAfter }) => [
    `account ${displayId}`,
    `${change > 0 ? '+' : ''}${change} gems: ${balanceBefore} -> ${balanceAfter}`,
  ]);
}

export function refundLines({ number, ...plan }: RefundPlan): string[] {
  const forgiven: Line[] =
    plan.gemsForgiven > 0 ? [['stay there', `${plan.gemsForgiven} gems that are used`]] : [];
  return [
    `Refund of ${number}`,
    ...pairs([
      ['payment', `${plan.providerPaymentId} at provider ${plan.provider}`],
      ['paid', moneyText(plan.paid)],
      ['back before', moneyText(plan.backBefore)],
      ['goes back', moneyText(plan.money)],
      ...forgiven,
      ...gemLines(plan.gems),
      ['and', 'nobody is banned or fined'],
    ]),
  ];
}

function wrongAmountLines(
  what: string,
  plan: { number: string; came: Money; price: Money } & WrongPayment,
): Line[] {
  return [
    [what, plan.number],
    ['payment', `${plan.providerPaymentId} at provider ${plan.provider}`],
    ['came', moneyText(plan.came)],
    ['price', moneyText(plan.price)],
  ];
}

interface WrongPayment {
  readonly provider: number;
  readonly providerPaymentId: string;
}

/** A verb on one order, once it is known which. */
const onOrder =
  (work: (call: Changing, orderId: OrderId) => Promise<CommandResult>) =>
  async (call: Changing): Promise<CommandResult> => {
    const orderId = await orderOf(call);
    if (orderId === null) return { kind: 'usage' };
    return typeof orderId === 'string' ? work(call, orderId) : orderId;
  };

async function refund(call: Changing, orderId: OrderId): Promise<CommandResult> {
  const { context, signOff } = call;
  const used = call.option('used');
  const isWrong = call.flag('wrong-recipient');
  if (used !== null && !isWrong) return refused('used-without-wrong-recipient');
  const wrongRecipient = isWrong ? { usedGems: Number(used ?? 0) } : null;
  const wanted = { orderId, purpose: 'gems', amount: call.option('amount'), wrongRecipient } as const;
  const plan = await planRefund(context.orders.db, wanted);
  if (isRefused(plan)) return plan;
  if (!(await call.confirm(refundLines(plan)))) return { kind: 'not-confirmed' };
  return refundOrder(context, signOff, wanted, plan);
}

async function release(call: Changing, orderId: OrderId): Promise<CommandResult> {
  const wanted = { orderId, providerPaymentId: call.option('payment') };
  const plan = await planRelease(call.context.orders.db, wanted);
  if (isRefused(plan)) return plan;
  const lines = pairs([...wrongAmountLines('taken as the price of', plan), ...gemLines(plan.gems)]);
  if (!(await call.confirm(lines))) return { kind: 'not-confirmed' };
  return releasePayment(call.context, call.signOff, wanted, plan);
}

async function sendBack(call: Changing, orderId: OrderId): Promise<CommandResult> {
  const wanted = { orderId, providerPaymentId: call.option('payment') };
  const plan = await planSendBack(call.context.orders.db, wanted);
  if (isRefused(plan)) return plan;
  const lines = pairs([...wrongAmountLines('sent back of', plan), ['goes back', moneyText(plan.left)]]);
  if (!(await call.confirm(lines))) return { kind: 'not-confirmed' };
  return sendBackPayment(call.context, call.signOff, wanted, plan);
}

async function move(call: Changing, orderId: OrderId): Promise<CommandResult> {
  const toDisplayId = call.option('to');
  if (toDisplayId === null) return { kind: 'usage' };
  const gems = call.option('gems');
  const wanted = { orderId, toDisplayId, gems: gems === null ? null : Number(gems) };
  const plan = await planMove(call.context.orders.db, wanted);
  if (isRefused(plan)) return plan;
  const lines = [`${plan.moved} gems of ${plan.number} move`, ...pairs(gemLines(plan.gems))];
  if (!(await call.confirm(lines))) return { kind: 'not-confirmed' };
  return moveGemsOfOrder(call.context, call.signOff, wanted, plan);
}

export const ORDER_COMMANDS = {
  'order story': {
    kind: 'reads-personal',
    usage: 'order story ORDER',
    says: 'everything that is known of an order, by its number (JW-…) or id, and what to do next',
    async run({ context, signOff, words, now }) {
      if (words.length === 0) return { kind: 'usage' };
      const told = await showStory(context, signOff, words.join(' '));
      return isRefused(told) ? told : shown(told.flatMap((story) => storyLines(story, now)));
    },
  },
  'order refund': {
    kind: 'changes',
    usage: 'order refund ORDER [--amount 4.99] [--wrong-recipient [--used GEMS]]',
    says: 'give the money back, all of it or a part; gems follow in proportion, nobody is banned',
    options: {
      amount: { type: 'string' },
      'wrong-recipient': { type: 'boolean' },
      used: { type: 'string' },
    },
    run: onOrder(refund),
  },
  'order release': {
    kind: 'changes',
    usage: 'order release ORDER [--payment ID]',
    says: 'take a held wrong amount as the price, and deliver',
    options: { payment: { type: 'string' } },
    run: onOrder(release),
  },
  'order send-back': {
    kind: 'changes',
    usage: 'order send-back ORDER [--payment ID]',
    says: 'send back what is left of a wrong amount, or of a second payment whose refund failed',
    options: { payment: { type: 'string' } },
    run: onOrder(sendBack),
  },
  'order cancel': {
    kind: 'changes',
    usage: 'order cancel ORDER',
    says: 'give an undecided order up; money that comes all the same still counts',
    run: onOrder(({ context, signOff }, orderId) => cancelOrder(context, signOff, orderId)),
  },
  'order ask': {
    kind: 'changes',
    usage: 'order ask ORDER',
    says: 'ask its providers now, deliver what is paid, send what is due',
    run: onOrder(({ context, signOff }, orderId) => askProviders(context, signOff, orderId)),
  },
  'order unrestrict': {
    kind: 'changes',
    usage: 'order unrestrict ORDER',
    says: 'let payer, device and card pay again whom a chargeback of this order had stopped',
    run: onOrder(({ context, signOff }, orderId) => liftRestrictions(context, signOff, orderId)),
  },
  'order move-gems': {
    kind: 'changes',
    usage: 'order move-gems ORDER --to DISPLAY-ID [--gems N]',
    says: 'give unused gems of an order to the account they were meant for',
    options: { to: { type: 'string' }, gems: { type: 'string' } },
    run: onOrder(move),
  },
} as const satisfies Commands;
