import { SCENARIOS } from '../scenarios.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { refundBody } from './refund.ts';
import { iso, resultOf, tradeBody } from './trade.ts';
import type { TradeNews, Trades } from './trades.ts';

export function isTold(news: TradeNews): boolean {
  const { scenario } = news.type === 'PAYMENT' ? news.trade : news.refund.trade;
  return scenario === null || SCENARIOS[scenario].webhooks === 'sent';
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
    data: news.type === 'PAYMENT' ? tradeBody(news.trade) : refundBody(news.refund),
  });
}

/** Where one notification goes: each order may name its own address. What a reset has forgotten goes nowhere. */
export function addressOf(body: string, trades: Trades, otherwise: string | null): string | null {
  const data = recordIn(recordIn(JSON.parse(body) as unknown)['data']);
  const refund = trades.findRefund(textIn(data, 'outRefundNo') ?? '');
  const trade = trades.find(textIn(data, 'outTradeNo') ?? '');
  return trade === null ? null : (refund?.notifyUrl ?? trade.order.notifyUrl ?? otherwise);
}

/** The shop has taken it when it says so in words: a good status alone is not enough. */
export function isTaken(text: string): boolean {
  try {
    return recordIn(JSON.parse(text) as unknown)['code'] === 'SUCCESS';
  } catch {
    return false;
  }
}
