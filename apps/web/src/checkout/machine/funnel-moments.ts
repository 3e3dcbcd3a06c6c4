import { methodFor, payTypeOfSource, type FunnelMoment, type PayType } from '@jawhara/domain';
import type { OrderInfo } from '@jawhara/contract';
import type { Checkout, CheckoutAt, CheckoutEvent, CheckoutState, Method } from './checkout-state.ts';
import { newCardPayType } from './methods.ts';
import { isDateOnly, isOnStep, stepOf } from './step-stack.ts';

type Goods = Pick<FunnelMoment, 'amount' | 'gems' | 'goodId' | 'toDisplayId'>;

/** The chosen goods: a fine, else a pack. The recipient of a pack is added by the code that stores the recipient. */
function goodsChosen({ offer }: Checkout, payType: PayType | null): Goods {
  const { fine, pack } = offer;
  if (fine !== null)
    return {
      amount: fine.quote.amountUsdCents,
      gems: null,
      goodId: null,
      toDisplayId: fine.account.displayId,
    };
  if (pack === null) return {};
  const method = payType === null ? null : methodFor(pack, payType);
  return { amount: pack.priceUsdCents, gems: pack.gems, goodId: method?.rechargeId ?? pack.rechargeId };
}

function goodsOrdered({ priceUsdCents, gems, rechargeId, recipient }: OrderInfo): Goods {
  return { amount: priceUsdCents, gems, goodId: rechargeId, toDisplayId: recipient.displayId };
}

function payTypeOfMethod(method: Method | null, { offer }: Checkout): PayType | null {
  switch (method?.kind) {
    case 'wallet':
      return offer.wallet;
    case 'new-card':
      return method.payType;
    case 'saved-card':
    case 'seen-card':
      return payTypeOfSource(method.card.sourceId);
    default:
      return null;
  }
}

/** The pay type that a press in this state would pay through. */
function payTypeNow(state: CheckoutState): PayType | null {
  if (state.at === 'purchasing' || state.at === 'ended')
    return state.use?.payType ?? state.order?.payType ?? null;
  const step = stepOf(state.checkout);
  if (step.at === 'new-card') return step.payType;
  return 'card' in step
    ? payTypeOfSource(step.card.sourceId)
    : payTypeOfMethod(state.checkout.method, state.checkout);
}

function placeOf(state: CheckoutState): string {
  return state.at === 'purchasing' ? state.purchase.at : stepOf(state.checkout).at;
}

function pressed(
  step: 'channel_click' | 'recharge_click',
  from: CheckoutState,
  payType: PayType | null,
): FunnelMoment {
  const order = from.at === 'purchasing' ? from.order : null;
  const goods = order === null ? goodsChosen(from.checkout, payType) : goodsOrdered(order);
  return { step, at: placeOf(from), payType, ...goods };
}

/** A press on confirm that the machine accepted; a press that only changes a date buys nothing. */
function rechargeClick(before: CheckoutState): FunnelMoment[] {
  const isDate = isOnStep(before) && isDateOnly(stepOf(before.checkout));
  return isDate ? [] : [pressed('recharge_click', before, payTypeNow(before))];
}

/** A request without an answer counts as lost only when it is no longer repeated. */
function isAbandoned(next: CheckoutState): boolean {
  return next.at === 'purchasing' && next.purchase.at === 'unsure';
}

function createPayResult(before: CheckoutState, next: CheckoutState, event: CheckoutEvent): FunnelMoment[] {
  const orderMoments = (result: string): FunnelMoment[] => {
    const order = before.at === 'purchasing' ? before.order : null;
    const payType = payTypeNow(before);
    const goods = order === null ? goodsChosen(before.checkout, payType) : goodsOrdered(order);
    const orderId = 'orderId' in event ? event.orderId : null;
    return [{ step: 'create_pay_result', at: placeOf(before), payType, ...goods, orderId, result }];
  };
  switch (event.type) {
    case 'placed':
    case 'paid-again':
      return orderMoments(event.answer.kind);
    case 'place-refused':
    case 'pay-again-refused':
      // The request is sent again while the machine stays in `placing`, so there is no result yet.
      return next.at === 'purchasing' && next.purchase.at === 'placing'
        ? []
        : orderMoments(`refused ${event.result}`);
    case 'place-lost':
      return isAbandoned(next) ? orderMoments('lost') : [];
    case 'pay-again-lost':
      return orderMoments('lost');
    default:
      return [];
  }
}

function isResultShown(state: CheckoutState): state is CheckoutAt<'ended'> {
  return state.at === 'ended' && state.end !== null;
}

/** Recorded each time a result comes on screen, also after a reload. */
function resultShow(before: CheckoutState, next: CheckoutState): FunnelMoment[] {
  if (!isResultShown(next) || isResultShown(before) || next.order === null) return [];
  const { order, end } = next;
  return [
    {
      step: 'result_show',
      at: 'result',
      payType: order.payType,
      ...goodsOrdered(order),
      orderId: order.orderId,
      result: end?.outcome ?? '',
    },
  ];
}

function clicks(before: CheckoutState, event: CheckoutEvent): FunnelMoment[] {
  switch (event.type) {
    case 'method-chosen':
      return [pressed('channel_click', before, payTypeOfMethod(event.method, before.checkout))];
    case 'new-card-pressed':
      return [pressed('channel_click', before, newCardPayType(before.checkout.offer))];
    case 'confirm-pressed':
      return rechargeClick(before);
    // The page of packs sends this event when pay was pressed before the steps were loaded.
    case 'step-named':
      return event.step === 'pay' ? rechargeClick(before) : [];
    default:
      return [];
  }
}

/**
 * The steps of the payment funnel that a checkout event reports to analytics. Pure, and the only place that derives them from the
 * machine.
 */
export function funnelMoments(
  before: CheckoutState,
  event: CheckoutEvent,
  next: CheckoutState,
): readonly FunnelMoment[] {
  // The machine ignored the event, so nothing happened.
  if (next === before) return [];
  return [...clicks(before, event), ...createPayResult(before, next, event), ...resultShow(before, next)];
}
