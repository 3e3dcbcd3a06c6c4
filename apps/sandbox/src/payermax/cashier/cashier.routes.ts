import type { FastifyInstance, FastifyReply } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../../browser-script.ts';
import { PAGE_HEADERS } from '../../html.ts';
import { BANK_PASSWORD, bankClosedPage, bankQuestionPage, isBankConfirmed } from '../../world/bank-page.ts';
import { readCard } from '../card.ts';
import type { Trade } from '../trade.ts';
import type { DropinSessions } from '../dropin-sessions.ts';
import type { Trades } from '../trades.ts';
import { payAtCashier, returnUrl, type AfterPaying } from './cashier.ts';
import {
  applePayPage,
  cashierPage,
  cutOffPage,
  NO_FAULTS,
  NOTHING_TYPED,
  unknownPage,
} from './cashier-page.ts';
import { readCashierForm } from './typed-card.ts';

type ByKey = { Params: { key: string }; Body: URLSearchParams };

const TRY_AGAIN = 'تعذّر إتمام الدفع ولم يُخصم شيء. حاول مرة أخرى.';

const SCRIPTS = {
  'cashier-form.ts': new URL('./cashier-form.ts', import.meta.url),
  'cashier-button.ts': new URL('./cashier-button.ts', import.meta.url),
} as const;

function page(reply: FastifyReply, html: string): FastifyReply {
  return reply.headers(PAGE_HEADERS).send(html);
}

function next(reply: FastifyReply, trade: Trade, after: Exclude<AfterPaying, 'try-again'>): FastifyReply {
  if (after === 'cut-off') return page(reply, cutOffPage());
  return reply.redirect(after === 'bank' ? `/payermax/bank/${trade.pageKey}` : returnUrl(trade), 303);
}

export interface PayerPagesDeps {
  readonly trades: Trades;
  readonly sessions: DropinSessions;
  readonly now: () => number;
}

function openPage({ sessions }: PayerPagesDeps, trade: Trade): string {
  const { method, userId, amount: cents, currency } = trade.order;
  if (method === 'CARD') return cashierPage(trade, NOTHING_TYPED, NO_FAULTS);
  const total = { cents, currency };
  return applePayPage(trade, sessions.open({ userId, offersToKeep: false, components: ['APPLEPAY'], total }));
}

/** Pays with the token that the page's Apple Pay button has returned. */
function payByButton(
  { trades, sessions }: PayerPagesDeps,
  trade: Trade,
  body: URLSearchParams,
): AfterPaying | null {
  const paymentToken = body.get('paymentToken') ?? '';
  const proof = sessions.look(paymentToken, body.get('sessionKey') ?? '');
  if (proof === null) return null;
  sessions.spend(paymentToken);
  return payAtCashier(trades, trade, proof.card, false);
}

function cashierRoutes(app: FastifyInstance, deps: PayerPagesDeps): void {
  const { trades, now } = deps;
  app.get<ByKey>('/payermax/cashier/:key', async (request, reply) => {
    const trade = trades.findByPage(request.params.key);
    if (trade === null) return page(reply.code(404), unknownPage());
    if (trade.standing === 'open') return page(reply, openPage(deps, trade));
    return next(reply, trade, trade.standing === 'asking' ? 'bank' : 'back');
  });

  app.post<ByKey>('/payermax/cashier/:key', async (request, reply) => {
    const trade = trades.findByPage(request.params.key);
    if (trade === null) return page(reply.code(404), unknownPage());
    // The form was sent twice: the payment is no longer open.
    if (trade.standing !== 'open') return next(reply, trade, trade.standing === 'asking' ? 'bank' : 'back');
    if (trade.order.method === 'APPLEPAY') {
      const after = payByButton(deps, trade, request.body);
      return after === null || after === 'try-again'
        ? page(reply, openPage(deps, trade))
        : next(reply, trade, after);
    }
    const { typed, faults, card: read } = readCashierForm(request.body);
    const card = read === null ? null : readCard(read, now());
    if (card === null) return page(reply, cashierPage(trade, typed, { fields: faults, whole: null }));
    if ('code' in card) throw new Error(`the page took a card that is refused: ${card.code}`);
    const keeps = trade.order.wantsToKeep && request.body.get('save') === 'yes';
    const after = payAtCashier(trades, trade, card, keeps);
    if (after === 'try-again')
      return page(reply, cashierPage(trade, typed, { fields: {}, whole: TRY_AGAIN }));
    return next(reply, trade, after);
  });

  app.post<ByKey>('/payermax/cashier/:key/cancel', async (request, reply) => {
    const trade = trades.findByPage(request.params.key);
    if (trade === null) return page(reply.code(404), unknownPage());
    trades.close(trade);
    return next(reply, trade, 'back');
  });
}

function bankRoutes(app: FastifyInstance, trades: Trades): void {
  app.get<ByKey>('/payermax/bank/:key', async (request, reply) => {
    const trade = trades.findByPage(request.params.key);
    if (trade === null) return page(reply.code(404), bankClosedPage());
    if (trade.standing !== 'asking') return next(reply, trade, 'back');
    const question = {
      amount: trade.order.amount,
      currency: trade.order.currency,
      cardName: `${trade.card?.cardOrg ?? ''} •••• ${trade.card?.last4 ?? ''}`,
      password: BANK_PASSWORD,
      action: `/payermax/bank/${trade.pageKey}`,
    };
    return page(reply, bankQuestionPage(question));
  });

  app.post<ByKey>('/payermax/bank/:key', async (request, reply) => {
    const trade = trades.findByPage(request.params.key);
    if (trade === null) return page(reply.code(404), bankClosedPage());
    trades.answerBank(trade, isBankConfirmed(request.body, BANK_PASSWORD));
    return next(reply, trade, 'back');
  });
}

/** The pages a payer sees. A page that is done redirects to the next one. */
export function payerPagesRoutes(app: FastifyInstance, deps: PayerPagesDeps): void {
  cashierRoutes(app, deps);
  bankRoutes(app, deps.trades);
  for (const [script, file] of Object.entries(SCRIPTS))
    app.get(`/payermax/cashier/${script}`, async (_request, reply) =>
      reply.headers(SCRIPT_HEADERS).send(browserScript(file)),
    );
}
