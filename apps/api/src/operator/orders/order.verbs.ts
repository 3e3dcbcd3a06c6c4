import {
  orderVerb,
  moneyText,
  isToDeliver,
  type OrderId,
  type Money,
  type OperatorVerb,
} from '@jawhara/domain';
import * as v from 'valibot';
import { findOrders } from '../../orders/queries/find-orders.ts';
import type { Reader } from '../../platform/postgres.ts';
import { refused, isRefused, type Refused } from '../refusals.ts';
import { moneyOf } from '../../orders/base/write-books.ts';
import { giveUp } from '../../orders/paying/decide-order.ts';
import { lockOrder, checkSoon } from '../../orders/store/order.store.ts';
import { act, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { facts, type ReportPart } from '../report-parts.ts';
import { change, confirmedChange, personalRead, shown, type ChangeVerb } from '../verb.ts';
import { flag, option, optionalOption, words } from '../verb-fields.ts';
import { liftAllOf, standingOf } from '../../penalties/restriction.store.ts';
import { moveGemsOfOrder, planMove, type GemEffect } from './move-gems.ts';
import { planRefund, refundOrder, type RefundPlan } from './refund-order.ts';
import { planRelease, planSendBack, releasePayment, sendBackPayment } from './wrong-amounts.ts';
import { showStory, storyParts } from './show-story.ts';

/** The order that the operator typed; refused if no order, or more than one, fits. */
export async function orderMeant(db: Reader, typed: string): Promise<OrderId | Refused> {
  const [id, another] = (await findOrders(db, typed)) ?? [];
  if (id === undefined) return refused('no-such-order', typed);
  return another === undefined ? id : refused('several-orders', typed);
}

/**
 * Cancels an order: its payer sees it as cancelled. Its attempts are still checked at the provider, and a payment that
 * is confirmed later still pays the order (ORD-15).
 */
export function cancelOrder(
  context: OperatorContext,
  signOff: OperatorSignOff,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'order cancel', async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { state } = order;
    const answer = orderVerb('order cancel', await moneyOf(tx, order));
    if (answer.kind === 'refused') return refused(answer.because, state);
    const why = `by ${signOff.by}`;
    if (!(await giveUp(tx, context.orders, orderId, 'cancelled', why)))
      return refused('not-cancellable', state);
    return { subject: `order:${orderId}`, before: { state }, after: { state: 'cancelled' } };
  });
}

/**
 * Ends the restrictions of payer, device and card that a chargeback of this order caused; the same dispute does not
 * bring them back. A ban is lifted by another verb, because it may concern another person.
 */
export function liftRestrictions(
  context: OperatorContext,
  signOff: OperatorSignOff,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'order unrestrict', async (tx) => {
    await lockOrder(tx, orderId);
    const standing = await standingOf(tx, orderId);
    if (standing.length === 0) return refused('restricts-nobody');
    await liftAllOf(tx, orderId, { at: context.orders.now(), by: `person:${signOff.by}` });
    return { subject: `order:${orderId}`, before: { restricted: [...standing] }, after: { restricted: [] } };
  });
}

/**
 * Checks the order now: polls its providers, delivers what is paid and submits due refunds. Repeating it is harmless.
 */
export function askProviders(
  context: OperatorContext,
  signOff: OperatorSignOff,
  orderId: OrderId,
): Promise<ActionDone | Refused> {
  const { orders, life } = context;
  return act(context, signOff, 'order ask', async (tx) => {
    const { state, isHeld } = await lockOrder(tx, orderId);
    // A new idempotency key, so that this check is enqueued even if another check of the order is waiting.
    const isEnqueued = await life.send('look', orderId, null, { idempotencyKey: `ask-${orders.newId()}` });
    if (!isEnqueued) return refused('engine-away');
    if (isToDeliver(state)) await checkSoon(tx, orderId, orders.now());
    return { subject: `order:${orderId}`, before: { state, held: isHeld }, after: { asked: true } };
  });
}

type Line = readonly [string, string];

function gemLines(effects: readonly GemEffect[]): Line[] {
  return effects.map(({ displayId, change, balanceBefore, balanceAfter }) => [
    `account ${displayId}`,
    `${change > 0 ? '+' : ''}${change} gems: ${balanceBefore} -> ${balanceAfter}`,
  ]);
}

function refundParts({ number, ...plan }: RefundPlan): ReportPart[] {
  const forgiven: Line[] =
    plan.gemsForgiven > 0 ? [['stay there', `${plan.gemsForgiven} gems that are used`]] : [];
  return [
    `Refund of ${number}`,
    facts([
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

const order = words('ORDER');
const payment = optionalOption('ID');

/** Plans a verb on one order: finds the order that was typed, and adds the plan to the input that it was made for. */
async function planFor<Rest extends object, Plan extends object>(
  { orders: { db } }: OperatorContext,
  typed: string,
  rest: Rest,
  plan: (db: Reader, wanted: Rest & { readonly orderId: OrderId }) => Promise<Plan | Refused>,
): Promise<{ readonly wanted: Rest & { readonly orderId: OrderId }; readonly plan: Plan } | Refused> {
  const orderId = await orderMeant(db, typed);
  if (typeof orderId !== 'string') return orderId;
  const wanted = { ...rest, orderId };
  const made = await plan(db, wanted);
  return isRefused(made) ? made : { wanted, plan: made };
}

/** Defines a change whose only input is the order. */
function orderChange<const Name extends OperatorVerb>(
  name: Name,
  says: string,
  work: (
    context: OperatorContext,
    signOff: OperatorSignOff,
    orderId: OrderId,
  ) => Promise<ActionDone | Refused>,
): ChangeVerb<Name> {
  return change({
    name,
    says,
    input: v.strictObject({ order }),
    async run({ context, signOff }, input) {
      const orderId = await orderMeant(context.orders.db, input.order);
      return typeof orderId === 'string' ? work(context, signOff, orderId) : orderId;
    },
  });
}

export const ORDER_VERBS = [
  personalRead({
    name: 'order story',
    says: 'everything that is known of an order, by its number (JW-…) or id, and what to do next',
    input: v.strictObject({ order }),
    async run({ context, signOff, now }, input) {
      const stories = await showStory(context, signOff, input.order);
      return isRefused(stories) ? stories : shown(...stories.flatMap((story) => storyParts(story, now)));
    },
  }),
  confirmedChange({
    name: 'order refund',
    says: 'give the money back, all of it or a part; gems follow in proportion, nobody is banned; --used: gems that a wrong recipient has spent',
    input: v.strictObject({
      order,
      amount: optionalOption('4.99'),
      wrongRecipient: flag(),
      used: optionalOption('GEMS'),
    }),
    async plan({ context }, { order: typed, amount, wrongRecipient: isWrong, used }) {
      if (used !== null && !isWrong) return refused('used-without-wrong-recipient');
      const wrongRecipient = isWrong ? { usedGems: Number(used ?? 0) } : null;
      return planFor(context, typed, { purpose: 'gems' as const, amount, wrongRecipient }, planRefund);
    },
    show: ({ plan }) => refundParts(plan),
    run: ({ context, signOff }, { wanted, plan }) => refundOrder(context, signOff, wanted, plan),
  }),
  confirmedChange({
    name: 'order release',
    says: 'take a held wrong amount as the price, and deliver',
    input: v.strictObject({ order, payment }),
    plan: ({ context }, input) =>
      planFor(context, input.order, { providerPaymentId: input.payment }, planRelease),
    show: ({ plan }) => [facts([...wrongAmountLines('taken as the price of', plan), ...gemLines(plan.gems)])],
    run: ({ context, signOff }, { wanted, plan }) => releasePayment(context, signOff, wanted, plan),
  }),
  confirmedChange({
    name: 'order send-back',
    says: 'send back what is left of a wrong amount, or of a second payment whose refund failed',
    input: v.strictObject({ order, payment }),
    plan: ({ context }, input) =>
      planFor(context, input.order, { providerPaymentId: input.payment }, planSendBack),
    show: ({ plan }) => [
      facts([...wrongAmountLines('sent back of', plan), ['goes back', moneyText(plan.left)]]),
    ],
    run: ({ context, signOff }, { wanted, plan }) => sendBackPayment(context, signOff, wanted, plan),
  }),
  orderChange(
    'order cancel',
    'give an undecided order up; money that comes all the same still counts',
    cancelOrder,
  ),
  orderChange('order ask', 'ask its providers now, deliver what is paid, send what is due', askProviders),
  orderChange(
    'order unrestrict',
    'let payer, device and card pay again whom a chargeback of this order had stopped',
    liftRestrictions,
  ),
  confirmedChange({
    name: 'order move-gems',
    says: 'give unused gems of an order to the account they were meant for',
    input: v.strictObject({ order, to: option('DISPLAY-ID'), gems: optionalOption('N') }),
    plan: ({ context }, { order: typed, to, gems }) =>
      planFor(context, typed, { toDisplayId: to, gems: gems === null ? null : Number(gems) }, planMove),
    show: ({ plan }) => [`${plan.moved} gems of ${plan.number} move`, facts(gemLines(plan.gems))],
    run: ({ context, signOff }, { wanted, plan }) => moveGemsOfOrder(context, signOff, wanted, plan),
  }),
  confirmedChange({
    name: 'fines return',
    says: 'give a fine back; the ban it lifted stays lifted',
    input: v.strictObject({ order }),
    plan: ({ context }, input) =>
      planFor(
        context,
        input.order,
        { purpose: 'fine' as const, amount: null, wrongRecipient: null },
        planRefund,
      ),
    show: ({ plan }) => refundParts(plan),
    run: ({ context, signOff }, { wanted, plan }) => refundOrder(context, signOff, wanted, plan),
  }),
] as const;
