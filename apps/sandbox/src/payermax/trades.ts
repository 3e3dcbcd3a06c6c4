import { SCENARIOS, type DeclineCode } from '../scenarios.ts';
import type { PayermaxCard } from './card.ts';
import { newSecret, newTradeToken } from './ids.ts';
import type { PayermaxRefund, RefundOrder } from './refund.ts';
import { createRefunds } from './refunds.ts';
import { asksTheCardholder, courseOf } from './steering.ts';
import type { TradeNews, TradesDeps } from './trade-news.ts';
import { verdictOf, type PayermaxStanding, type Trade, type TradeOrder } from './trade.ts';

/** The bank waits this long for the cardholder. */
const CHALLENGE_LIVES_MS = 15 * 60_000;

export interface PaidWith {
  readonly card: PayermaxCard;
  /** The id of the saved card; null: the card was typed just now. */
  readonly paymentTokenId: string | null;
  readonly keepsCard: boolean;
}

export interface Trades {
  open(order: TradeOrder): Trade;
  /** Finds a payment by the shop's order number. Capital and small letters count as the same. */
  find(outTradeNo: string): Trade | null;
  findByToken(tradeToken: string): Trade | null;
  findByPage(pageKey: string): Trade | null;
  /** Pays with the card, with the result that the test card demands. Does nothing if a card was used already. */
  pay(trade: Trade, paidWith: PaidWith): void;
  answerBank(trade: Trade, isConfirmed: boolean): void;
  /** Cancels a payment that waits for the payer or the bank's check. False: it is decided or pending already. */
  close(trade: Trade): boolean;
  /** Null: less than this amount is left to refund. */
  refund(trade: Trade, order: RefundOrder): PayermaxRefund | null;
  findRefund(outRefundNoOrTradeNo: string): PayermaxRefund | null;
  /** The refund fails afterwards, so the shop has its money again. False: no such refund, or it has failed before. */
  refundFails(outRefundNoOrTradeNo: string): boolean;
  all(): readonly Trade[];
  clear(): void;
}

function newTrade(order: TradeOrder, now: number): Trade {
  return {
    order,
    tradeToken: newTradeToken(now),
    pageKey: newSecret(),
    requestedAt: now,
    standing: 'open',
    card: null,
    isPaidFromSavedCard: false,
    keepsCard: false,
    paymentTokenId: null,
    scenario: null,
    declineCode: null,
    completedAt: null,
    refundedAmount: 0,
  };
}

function createBooks() {
  const trades = new Map<string, Trade>();
  const byKey = new Map<string, Trade>();
  return {
    add(trade: Trade): void {
      trades.set(trade.order.outTradeNo.toLowerCase(), trade);
      byKey.set(trade.tradeToken, trade).set(trade.pageKey, trade);
    },
    find: (outTradeNo: string) => trades.get(outTradeNo.toLowerCase()) ?? null,
    byKey: (key: string) => byKey.get(key) ?? null,
    all: () => [...trades.values()],
    clear(): void {
      trades.clear();
      byKey.clear();
    },
  };
}

/** Decides payments as their test cards demand, at once or later. A payment that is decided is not decided again. */
function createDecisions({ now, timers, outage, tokenisedCards, notify }: TradesDeps) {
  function settle(trade: Trade, standing: 'paid' | 'failed' | 'closed', code: DeclineCode | null): void {
    trade.standing = standing;
    trade.declineCode = code;
    trade.completedAt = now();
    if (standing === 'paid' && trade.keepsCard && trade.card !== null)
      trade.paymentTokenId = tokenisedCards.keep(trade.order.userId, trade.card);
    notify({ type: 'PAYMENT', trade });
  }

  function decide(trade: Trade): void {
    if (trade.standing !== 'pending') return;
    const verdict = verdictOf(trade);
    if (verdict.says === 'yes') settle(trade, 'paid', null);
    else settle(trade, 'failed', verdict.code);
  }

  return {
    decideInTime(trade: Trade): void {
      trade.standing = 'pending';
      const isLater = trade.scenario !== null && SCENARIOS[trade.scenario].delivery === 'later';
      if (isLater) timers.after(outage.now().settleAfterMs, () => decide(trade));
      else decide(trade);
    },
    failAuthentication(trade: Trade, code: '20151' | '20152'): void {
      if (trade.standing === 'asking') settle(trade, 'failed', code);
    },
    close(trade: Trade, from: readonly PayermaxStanding[]): boolean {
      if (from.includes(trade.standing)) settle(trade, 'closed', null);
      return trade.standing === 'closed';
    },
  };
}

export function createTrades(deps: TradesDeps): Trades {
  const { now, timers } = deps;
  const books = createBooks();
  /** Reports a change, unless a reset has removed the payment meanwhile. */
  const notify = (news: TradeNews): void => {
    const { trade } = news.type === 'REFUND' ? news.refund : news;
    if (books.byKey(trade.tradeToken) === trade) deps.notify(news);
  };
  const refunds = createRefunds({ ...deps, notify });
  const { decideInTime, failAuthentication, close } = createDecisions({ ...deps, notify });

  return {
    open(order) {
      const trade = newTrade(order, now());
      books.add(trade);
      timers.after(order.livesMs, () => close(trade, ['open', 'pending']));
      return trade;
    },
    find: books.find,
    findByToken: books.byKey,
    findByPage: books.byKey,
    pay(trade, { card, paymentTokenId, keepsCard }) {
      if (trade.standing !== 'open') return;
      const course = courseOf(trade.order.subject, trade.order.amount, card.scenario);
      Object.assign(trade, { card, paymentTokenId, keepsCard, scenario: course.scenario });
      trade.isPaidFromSavedCard = paymentTokenId !== null;
      // Apple Pay has authenticated the payer already, so the bank does not.
      if (card.source === 'CARD' && asksTheCardholder(course)) {
        trade.standing = 'asking';
        timers.after(CHALLENGE_LIVES_MS, () => failAuthentication(trade, '20152'));
      } else if (course.isNeverDecided) trade.standing = 'pending';
      else decideInTime(trade);
    },
    answerBank(trade, isConfirmed) {
      if (trade.standing !== 'asking') return;
      if (isConfirmed) decideInTime(trade);
      else failAuthentication(trade, '20151');
    },
    close: (trade) => close(trade, ['open', 'asking']),
    refund: refunds.make,
    findRefund: refunds.find,
    refundFails: refunds.fail,
    all: books.all,
    clear() {
      books.clear();
      refunds.clear();
    },
  };
}
