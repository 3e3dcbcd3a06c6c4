import type { FastifyInstance } from 'fastify';
import type { BookRow } from '../control.ts';
import { isScenarioKey, SCENARIO_KEYS } from '../scenarios.ts';
import { disputesInBooks, type Dispute, type Disputes } from '../world/disputes.ts';
import { recordIn, textIn } from '../world/reading.ts';
import type { ReturnControls } from '../world/return-controls.ts';
import { cardOf, walletCard } from './card.ts';
import { payAtCashier, returnUrl } from './cashier/cashier.ts';
import type { DropinSessions } from './dropin-sessions.ts';
import { newPageRefundNo } from './ids.ts';
import { amountOf, statusOf, type Trade } from './trade.ts';
import type { Trades } from './trades.ts';

export interface PayermaxControls {
  readonly trades: Trades;
  readonly sessions: DropinSessions;
  readonly now: () => number;
}

function capturedOf(trade: Trade): number {
  return trade.standing === 'paid' ? amountOf(trade) : 0;
}

export function bookRow(trade: Trade, disputes: readonly Dispute[]): BookRow {
  return {
    id: trade.tradeToken,
    reference: trade.order.reference ?? trade.order.outTradeNo,
    scenario: trade.scenario ?? '',
    amount: amountOf(trade),
    requested: trade.order.amount,
    currency: trade.order.currency,
    status: statusOf(trade),
    captured: capturedOf(trade),
    refunded: trade.refundedAmount,
    ...disputesInBooks(disputes, trade.order.currency),
  };
}

/** Controls for events that the shop does not cause: refunds in PayerMax's pages, failed refunds, disputes. */
export function returnControls(
  trades: Trades,
  disputes: Disputes<Trade>,
  now: () => number,
): ReturnControls<Trade> {
  return {
    find: (paymentId) => trades.find(paymentId) ?? trades.findByToken(paymentId),
    facts: (trade) => ({
      captured: capturedOf(trade),
      refunded: trade.refundedAmount,
      currency: trade.order.currency,
    }),
    // A refund in PayerMax's pages has no number from the shop: PayerMax makes one.
    refund: (trade, amount) =>
      trades.refund(trade, { outRefundNo: newPageRefundNo(now()), amount, notifyUrl: null })?.outRefundNo ??
      null,
    refundFails: trades.refundFails,
    disputes,
  };
}

/** Controls that replace a payer's browser. Callers name only the scenario: no card number leaves the sandbox. */
export function payermaxControls(app: FastifyInstance, { trades, sessions, now }: PayermaxControls): void {
  // Returns what the drop-in would return. The card is saved if `isAgreed` is set and the order requests it.
  app.post('/_control/payermax/proofs', async (request, reply) => {
    const body = recordIn(request.body);
    const { scenario, isAgreed } = body;
    if (!isScenarioKey(scenario))
      return reply.code(400).send({ wrong: ['scenario'], scenarios: SCENARIO_KEYS });
    const openSession = sessions.find(textIn(body, 'sessionKey') ?? '');
    const session = openSession ?? sessions.open({ userId: textIn(body, 'userId'), offersToKeep: true });
    const paymentToken = sessions.prove(session, cardOf(scenario, now()), isAgreed === true);
    return reply.code(201).send({ paymentToken, sessionKey: session.sessionKey });
  });

  // Acts for the payer on the hosted page and at the bank; a direct payment that waits for the bank's check needs only `bank`.
  app.post('/_control/payermax/hosted', async (request, reply) => {
    const body = recordIn(request.body);
    const { scenario, answer, bank, save } = body;
    const trade = trades.find(textIn(body, 'outTradeNo') ?? '');
    if (trade === null) return reply.code(400).send({ wrong: ['outTradeNo'] });
    if (trade.standing === 'open') {
      if (answer === 'cancel') trades.close(trade);
      else if (answer !== 'pay') return reply.code(400).send({ wrong: ['answer'] });
      else if (!isScenarioKey(scenario))
        return reply.code(400).send({ wrong: ['scenario'], scenarios: SCENARIO_KEYS });
      else {
        const brought = trade.order.method === 'APPLEPAY' ? walletCard : cardOf;
        payAtCashier(trades, trade, brought(scenario, now()), save === true);
      }
    }
    if (bank === 'confirm' || bank === 'refuse') trades.answerBank(trade, bank === 'confirm');
    return { status: statusOf(trade), returnUrl: returnUrl(trade) };
  });
}
