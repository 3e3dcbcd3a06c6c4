import { SCENARIOS } from '../scenarios.ts';
import { recordIn, textIn, type Json } from '../world/reading.ts';
import { centsIn } from './amounts.ts';
import type { DropinSessions } from './dropin-sessions.ts';
import type { TokenisedCards } from './tokenised-cards.ts';
import { accepted, AUTH_FAILED, paramsInvalid, type Reply } from './reply.ts';
import { courseOf } from './steering.ts';
import { resultOf, statusOf, type Trade, type TradeOrder } from './trade.ts';
import type { PaidWith, Trades } from './trades.ts';

export interface OrderDeps {
  readonly trades: Trades;
  readonly sessions: DropinSessions;
  readonly tokenisedCards: TokenisedCards;
  readonly publicUrl: () => string;
}

const LIVES_MIN_S = 1_800;
const LIVES_MAX_S = 86_400;
const TERMINALS = ['WEB', 'WAP', 'APP'];

function isReply(value: object): value is Reply {
  return 'code' in value && 'msg' in value;
}

function livesMs(data: Json): number {
  const seconds = Number(data['expireTime'] ?? LIVES_MIN_S);
  return Math.min(Math.max(Number.isFinite(seconds) ? seconds : 0, LIVES_MIN_S), LIVES_MAX_S) * 1_000;
}

function orderFault(data: Json, amount: number | null): Reply | null {
  const subject = textIn(data, 'subject');
  if (!/^\w{1,64}$/.test(textIn(data, 'outTradeNo') ?? '')) return paramsInvalid('outTradeNo');
  if (subject === null || subject.length > 256) return paramsInvalid('subject');
  if (amount === null) return { code: 'AMOUNT_INVALID', msg: 'Invalid amount.' };
  if (!/^[A-Z]{3}$/.test(textIn(data, 'currency') ?? ''))
    return { code: 'CURRENCY_INVALID', msg: 'Invalid currency.' };
  if (textIn(data, 'userId') === null) return paramsInvalid('userId');
  if (!URL.canParse(textIn(data, 'frontCallbackUrl') ?? '')) return paramsInvalid('frontCallbackUrl');
  if ((textIn(data, 'reference') ?? '').length > 512) return paramsInvalid('reference');
  return null;
}

function directFault(data: Json): Reply | null {
  const buyer = recordIn(recordIn(data['paymentDetail'])['buyerInfo']);
  if (!/^[A-Z]{2}$/.test(textIn(data, 'country') ?? ''))
    return { code: 'COUNTRY_INVALID', msg: 'Invalid country.' };
  if (!TERMINALS.includes(textIn(data, 'terminalType') ?? '')) return paramsInvalid('terminalType');
  if (textIn(buyer, 'clientIp') === null) return paramsInvalid('paymentDetail.buyerInfo.clientIp');
  if (textIn(buyer, 'userAgent') === null) return paramsInvalid('paymentDetail.buyerInfo.userAgent');
  return null;
}

function orderIn(data: Json): TradeOrder | Reply {
  const amount = centsIn(data, 'totalAmount');
  const integrate = data['integrate'];
  if (integrate !== 'Hosted_Checkout' && integrate !== 'Direct_Payment') return paramsInvalid('integrate');
  const fault = orderFault(data, amount) ?? (integrate === 'Direct_Payment' ? directFault(data) : null);
  if (fault !== null || amount === null) return fault ?? paramsInvalid('totalAmount');
  return {
    outTradeNo: textIn(data, 'outTradeNo') ?? '',
    integrate,
    method: recordIn(data['paymentDetail'])['paymentMethodType'] === 'APPLEPAY' ? 'APPLEPAY' : 'CARD',
    subject: textIn(data, 'subject') ?? '',
    amount,
    currency: textIn(data, 'currency') ?? '',
    country: textIn(data, 'country'),
    userId: textIn(data, 'userId') ?? '',
    reference: textIn(data, 'reference'),
    frontCallbackUrl: textIn(data, 'frontCallbackUrl') ?? '',
    notifyUrl: textIn(data, 'notifyUrl'),
    livesMs: livesMs(data),
    wantsToKeep: recordIn(data['paymentDetail'])['tokenForFutureUse'] === true,
    content: JSON.stringify(data),
  };
}

/** The card of a direct payment, and the one-time token that the payment uses up. */
interface Source extends PaidWith {
  readonly spends: string | null;
}

function sourceIn({ sessions, tokenisedCards }: OrderDeps, data: Json, order: TradeOrder): Source | Reply {
  const detail = recordIn(data['paymentDetail']);
  const paymentTokenId = textIn(detail, 'paymentTokenID');
  if (paymentTokenId !== null) {
    const tokenisedCard = tokenisedCards.find(order.userId, paymentTokenId);
    return tokenisedCard
      ? { card: tokenisedCard.card, paymentTokenId, keepsCard: false, spends: null }
      : AUTH_FAILED;
  }
  const spends = textIn(detail, 'paymentToken');
  const proof = spends === null ? null : sessions.look(spends, textIn(detail, 'sessionKey') ?? '');
  if (proof === null) return paramsInvalid('paymentDetail.paymentToken');
  if (proof.session.userId !== null && proof.session.userId !== order.userId) return paramsInvalid('userId');
  // As documented, an order to save the card is refused if the payer has not agreed to it in the fields.
  if (order.wantsToKeep && !proof.isAgreed) return paramsInvalid('paymentDetail.tokenForFutureUse');
  return { card: proof.card, paymentTokenId: null, keepsCard: order.wantsToKeep, spends };
}

function shown(trade: Trade, publicUrl: string): Reply {
  const result = resultOf(trade);
  const page = trade.standing === 'open' ? 'cashier' : trade.standing === 'asking' ? 'bank' : null;
  return accepted({
    ...(page === null ? {} : { redirectUrl: `${publicUrl}/payermax/${page}/${trade.pageKey}` }),
    outTradeNo: trade.order.outTradeNo,
    tradeToken: trade.tradeToken,
    status: statusOf(trade),
    ...(result === null ? {} : { resultCode: result.code, resultMsg: result.msg }),
  });
}

function payDirectly(deps: OrderDeps, order: TradeOrder, source: Source): Reply {
  const { scenario } = courseOf(order.subject, order.amount, source.card.scenario);
  const { delivery } = SCENARIOS[scenario];
  if (delivery === 'error-before')
    return { code: 'SYSTEM_ERROR', msg: 'System is busy, please try again later.' };
  if (source.spends !== null) deps.sessions.spend(source.spends);
  const trade = deps.trades.open(order);
  deps.trades.pay(trade, source);
  if (delivery === 'error-after')
    return { code: 'UNEXPECTED_ERROR', msg: 'No further information for the error.' };
  return { ...shown(trade, deps.publicUrl()), made: trade };
}

/** A repeated order number returns its payment, in any state: PayerMax has no other idempotency. */
export function orderAndPay(deps: OrderDeps, data: Json): Reply {
  const order = orderIn(data);
  if (isReply(order)) return order;
  const known = deps.trades.find(order.outTradeNo);
  if (known !== null)
    return known.order.content === order.content
      ? shown(known, deps.publicUrl())
      : { code: 'ORDER_REPEAT', msg: 'Duplicate order.' };
  if (order.integrate === 'Hosted_Checkout') {
    const trade = deps.trades.open(order);
    return { ...shown(trade, deps.publicUrl()), made: trade };
  }
  const source = sourceIn(deps, data, order);
  return isReply(source) ? source : payDirectly(deps, order, source);
}
