import { SCENARIOS } from '../scenarios.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { caseBody } from './case.ts';
import { refundBody } from './refund.ts';
import { iso, resultOf, tradeBody } from './trade.ts';
import type { TradeNews } from './trade-news.ts';
import type { Trades } from './trades.ts';

/** Payments with some test cards send no webhook; returned money always does. */
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

/** The envelope has a result too, but only `data.status` counts. */
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
 * The address of a notification; each order may name its own. Notifications of trades that a reset removed are not sent. Real
 * disputes go to an address in the shop's settings; here they go where the others go.
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
