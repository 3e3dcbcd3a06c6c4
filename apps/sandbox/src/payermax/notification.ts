import { SCENARIOS } from '../scenarios.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { caseBody } from './case.ts';
import { refundBody } from './refund.ts';
import { iso, resultOf, tradeBody } from './trade.ts';
import type { TradeNews } from './trade-news.ts';
import type { Trades } from './trades.ts';

/** Payments with some test cards send no webhook; refunds and disputes always do. */
export function hasWebhook(news: TradeNews): boolean {
  if (news.type !== 'PAYMENT') return true;
  const { scenario } = news.trade;
  return scenario === null || SCENARIOS[scenario].webhooks === 'sent';
}

function dataOf(news: TradeNews): object {
  if (news.type === 'PAYMENT') return tradeBody(news.trade);
  return news.type === 'REFUND'
    ? refundBody(news.refund)
    : caseBody(news.dispute, news.trade, news.caseStatus);
}

export interface Sender {
  readonly appId: string;
  readonly merchantNo: string;
}

/** The body of a webhook. It contains a result code too, but the shop must use only `data.status`. */
export function notificationBody(news: TradeNews, { appId, merchantNo }: Sender, now: number): string {
  const result = news.type === 'PAYMENT' ? resultOf(news.trade) : null;
  return JSON.stringify({
    code: result?.code ?? 'APPLY_SUCCESS',
    msg: result?.msg ?? 'Success.',
    keyVersion: '1',
    appId,
    merchantNo,
    notifyTime: iso(now),
    notifyType: news.type,
    data: dataOf(news),
  });
}

/**
 * The address of a webhook; each order may name its own. Webhooks of payments that a reset removed are not sent. At the real
 * PayerMax disputes go to an address in the shop's settings; here they go to the same address as the payment's webhooks.
 */
export function addressOf(body: string, trades: Trades, otherwise: string | null): string | null {
  const data = recordIn(recordIn(JSON.parse(body) as unknown)['data']);
  const refund = trades.findRefund(textIn(data, 'outRefundNo') ?? '');
  const trade = trades.find(textIn(data, 'outTradeNo') ?? '');
  return trade === null ? null : (refund?.notifyUrl ?? trade.order.notifyUrl ?? otherwise);
}

/** Whether the shop acknowledged the webhook: its answer must say SUCCESS, a good status alone is not enough. */
export function isAcknowledged(text: string): boolean {
  try {
    return recordIn(JSON.parse(text) as unknown)['code'] === 'SUCCESS';
  } catch {
    return false;
  }
}
