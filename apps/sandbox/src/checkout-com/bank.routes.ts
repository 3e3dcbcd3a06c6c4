import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAGE_HEADERS } from '../html.ts';
import { BANK_PASSWORD, bankClosedPage, bankQuestionPage, isBankConfirmed } from '../world/bank-page.ts';
import type { CheckoutComPayment } from './payment.ts';
import type { CheckoutComPayments } from './payments.ts';

function backToShop(reply: FastifyReply, payment: CheckoutComPayment): FastifyReply {
  const target = payment.standing === 'approved' ? payment.successUrl : payment.failureUrl;
  if (target === null || !URL.canParse(target)) return reply.headers(PAGE_HEADERS).send(bankClosedPage());
  const url = new URL(target);
  url.searchParams.set('cko-session-id', payment.sessionId);
  return reply.redirect(url.href, 303);
}

/** The bank's page. A payer who closed it and comes back sees the form again, or is sent on if it was answered already. */
export function bankRoutes(app: FastifyInstance, payments: CheckoutComPayments): void {
  app.get<{ Params: { sid: string } }>('/bank/:sid', async (request, reply) => {
    const payment = payments.find(request.params.sid);
    if (payment === null) return reply.code(404).headers(PAGE_HEADERS).send(bankClosedPage());
    if (payment.standing !== 'asking') return backToShop(reply, payment);
    return reply.headers(PAGE_HEADERS).send(
      bankQuestionPage({
        amount: payment.requestedAmount,
        currency: payment.currency,
        cardName: `${payment.card.scheme} •••• ${payment.card.last4}`,
        password: BANK_PASSWORD,
        action: `/bank/${payment.sessionId}`,
      }),
    );
  });

  app.post<{ Params: { sid: string }; Body: URLSearchParams }>('/bank/:sid', async (request, reply) => {
    const payment = payments.find(request.params.sid);
    if (payment === null) return reply.code(404).headers(PAGE_HEADERS).send(bankClosedPage());
    if (isBankConfirmed(request.body, BANK_PASSWORD)) payments.decide(payment);
    else payments.failAuthentication(payment, '20151');
    return backToShop(reply, payment);
  });
}
