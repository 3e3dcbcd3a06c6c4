import { SCENARIOS } from '../scenarios.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { caseBody } from './case.ts';
import { refundBody } from './refund.ts';
import { iso, resultOf, tradeBody } from './trade.ts';
import type { TradeNews } from './trade-news.ts';
import type { Trades } from './trades.ts';

/** Some cards' payments are told to nobody; money that goes back always is. */
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

/** The head says how it went too, but only `data.status` is to be believed. */
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
 * Where one notification goes: each order may name its own address. What a reset has forgotten goes nowhere. Disputes have an
 * address of their own in the shop's settings; here they go where the others go.
 */
export function addressOf(body: string, trades: Trades, otherwise: string | null): string | null {
  const data = recordIn(recordIn(JSON.parse(body) as unknown)['data']);
  const refund = trades.findRefund(textIn(data, 'outRefundNo') ?? '');
  const trade = trades.find(textIn(data, 'outTradeNo') ?? '');
  return trade === null ? null : (refund?.notifyUrl ?? trade.order.notifyUrl ?? otherwise);
}

/** The shop has taken it when it says so in words: a good status alone is not enough. */
export function isAcknowledged(text: string): boolean {
  try {
    return recordIn(JSON.parse(text) as unknown)['code'] === 'SUCCESS';
  } catch {
    return false;
  }
}
