import { textIn, type Json } from '../world/reading.ts';
import { centsIn } from './amounts.ts';
import { maskedNumber } from './card.ts';
import { newCancelNo } from './ids.ts';
import type { TokenisedCard } from './tokenised-cards.ts';
import { orderAndPay, type OrderDeps } from './order-and-pay.ts';
import { refundBody } from './refund.ts';
import { accepted, AUTH_FAILED, ORDER_NOT_EXIST, paramsInvalid, type Reply } from './reply.ts';
import { resultOf, tradeBody, type Trade } from './trade.ts';

export interface CallDeps extends OrderDeps {
  readonly now: () => number;
  /** Cancellations by their request id. */
  readonly cancellations: Map<string, Reply>;
}

export type Call = (deps: CallDeps, data: Json) => Reply;

function applyDropinSession({ sessions }: CallDeps, data: Json): Reply {
  const userId = textIn(data, 'userId');
  if (userId === null) return paramsInvalid('userId');
  if (!/^[A-Z]{2}$/.test(textIn(data, 'country') ?? ''))
    return { code: 'COUNTRY_INVALID', msg: 'Invalid country.' };
  if (!/^[A-Z]{3}$/.test(textIn(data, 'currency') ?? ''))
    return { code: 'CURRENCY_INVALID', msg: 'Invalid currency.' };
  const { clientKey, sessionKey } = sessions.open({
    userId,
    offersToKeep: data['tokenForFutureUse'] === true,
    components: Array.isArray(data['componentList']) ? data['componentList'].map(String) : ['CARD'],
    total: { cents: centsIn(data, 'totalAmount'), currency: textIn(data, 'currency') ?? '' },
  });
  return accepted({ clientKey, sessionKey });
}

function tradeIn({ trades }: CallDeps, data: Json): Trade | null {
  const outTradeNo = textIn(data, 'outTradeNo');
  if (outTradeNo !== null) return trades.find(outTradeNo);
  return trades.findByToken(textIn(data, 'tradeToken') ?? '');
}

function orderQuery(deps: CallDeps, data: Json): Reply {
  const trade = tradeIn(deps, data);
  if (trade === null) return ORDER_NOT_EXIST;
  const result = resultOf(trade);
  return accepted({
    ...tradeBody(trade),
    resultCode: result?.code ?? '',
    resultMsg: result?.msg ?? '',
  });
}

function refund(deps: CallDeps, data: Json): Reply {
  const outRefundNo = textIn(data, 'outRefundNo');
  const amount = centsIn(data, 'refundAmount');
  if (outRefundNo === null || !/^\w{1,64}$/.test(outRefundNo)) return paramsInvalid('outRefundNo');
  if (amount === null) return { code: 'AMOUNT_INVALID', msg: 'Invalid amount.' };
  const trade = tradeIn(deps, data);
  if (trade === null) return ORDER_NOT_EXIST;
  if (textIn(data, 'refundCurrency') !== trade.order.currency)
    return { code: 'CURRENCY_INVALID', msg: 'Invalid currency.' };
  const known = deps.trades.findRefund(outRefundNo);
  if (known !== null)
    return known.trade === trade && known.amount === amount
      ? accepted(refundBody(known))
      : { code: 'REFUND_NO_INVALID', msg: 'Invalid refund order number.' };
  const made = deps.trades.refund(trade, {
    outRefundNo,
    amount,
    notifyUrl: textIn(data, 'refundNotifyUrl'),
  });
  return made
    ? accepted(refundBody(made))
    : { code: 'AMOUNT_LIMIT', msg: 'The amount is more than can be refunded.' };
}

function refundQuery({ trades }: CallDeps, data: Json): Reply {
  const found = trades.findRefund(textIn(data, 'outRefundNo') ?? textIn(data, 'refundTradeNo') ?? '');
  return found ? accepted(refundBody(found)) : ORDER_NOT_EXIST;
}

/** PayerMax does not document its answer for a payment that cannot be cancelled any more; the sandbox answers FAILED. */
function cancel(deps: CallDeps, data: Json): Reply {
  const requestId = textIn(data, 'requestId');
  if (requestId === null) return paramsInvalid('requestId');
  const known = deps.cancellations.get(requestId);
  if (known) return known;
  const trade = tradeIn(deps, data);
  if (trade === null) return ORDER_NOT_EXIST;
  const reply = accepted({
    outTradeNo: trade.order.outTradeNo,
    tradeToken: trade.tradeToken,
    cancelNo: newCancelNo(deps.now()),
    status: deps.trades.close(trade) ? 'SUCCESS' : 'FAILED',
  });
  deps.cancellations.set(requestId, reply);
  return reply;
}

function tokenBody({ paymentTokenId, userId, card }: TokenisedCard): object {
  return {
    paymentTokenID: paymentTokenId,
    userId,
    tokenScope: 'tokenAcq',
    paymentMethodType: 'CARD',
    targetOrg: '',
    brand: card.cardOrg,
    cardInfo: maskedNumber(card),
    accountDisplay: '',
    paymentTokenStatus: 'Activated',
    paymentTokenExpiry: '2099-12-31T23:59:59.000Z',
    ifCVV: 'N',
  };
}

function inquirePaymentToken({ tokenisedCards }: CallDeps, data: Json): Reply {
  const userId = textIn(data, 'userId');
  if (userId === null) return paramsInvalid('userId');
  if (data['tokenScope'] !== 'tokenAcq' && data['tokenScope'] !== 'tokenMit')
    return paramsInvalid('tokenScope');
  const only = textIn(data, 'paymentTokenID');
  const org = textIn(data, 'cardOrg');
  const found = tokenisedCards
    .ofUser(userId)
    .filter(
      ({ paymentTokenId, card }) =>
        (only === null || only === paymentTokenId) && (org === null || org === card.cardOrg),
    );
  return accepted({ tokenList: data['tokenScope'] === 'tokenAcq' ? found.map(tokenBody) : [] });
}

function removePaymentToken({ tokenisedCards }: CallDeps, data: Json): Reply {
  const userId = textIn(data, 'userId');
  const paymentTokenID = textIn(data, 'paymentTokenID');
  if (userId === null) return paramsInvalid('userId');
  if (paymentTokenID === null) return paramsInvalid('paymentTokenID');
  return tokenisedCards.remove(userId, paymentTokenID)
    ? accepted({ paymentTokenID, userId, paymentTokenStatus: 'Deleted' })
    : AUTH_FAILED;
}

/** Each call by the last part of its address, with its function. */
export const CALLS = {
  orderAndPay,
  applyDropinSession,
  orderQuery,
  refund,
  refundQuery,
  cancel,
  inquirePaymentToken,
  removePaymentToken,
} as const satisfies Record<string, Call>;
