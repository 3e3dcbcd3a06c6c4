import type { FastifyInstance, FastifyReply } from 'fastify';
import { browserScript, SCRIPT_HEADERS } from '../browser-script.ts';
import { arabicPage, escapeHtml, PAGE_HEADERS } from '../html.ts';
import { bankClosedPage, bankQuestionPage, isBankConfirmed } from '../world/bank-page.ts';
import { recordIn, textIn } from '../world/reading.ts';
import type { AdyenPayment } from './payment.ts';
import type { AdyenPayments } from './payments.ts';
import { BANK_PATHS } from './three-ds-action.ts';

/** The provider's documented password for its test bank. Anything else fails. */
export const ADYEN_BANK_PASSWORD = 'password';

/** A page of the provider that posts one message to the page around it. */
function notificationPage(message: object): string {
  const said = escapeHtml(JSON.stringify(message));
  return arabicPage(
    'Adyen',
    '',
    `<script type="module" src="/adyen/tell-parent.ts" data-message="${said}" id="tell"></script>`,
  );
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.headers(PAGE_HEADERS).send(page);
}

/** Data that the provider's script posts into a frame: base64url of JSON. */
function postedIn(form: unknown, name: string): Readonly<Record<string, unknown>> {
  const text = form instanceof URLSearchParams ? (form.get(name) ?? '') : '';
  try {
    return recordIn(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    return {}; // not posted by the provider's script
  }
}

function questionPage(payment: AdyenPayment, action: string): string {
  const { card } = payment;
  return bankQuestionPage({
    amount: payment.requestedAmount,
    currency: payment.currency,
    cardName: `${card.brand === 'visa' ? 'Visa' : 'Mastercard'} •••• ${card.last4}`,
    password: ADYEN_BANK_PASSWORD,
    action,
  });
}

function answer(payment: AdyenPayment, form: unknown): void {
  const isConfirmed = form instanceof URLSearchParams && isBankConfirmed(form, ADYEN_BANK_PASSWORD);
  // Only the cardholder's first answer counts, and only while the bank waits for it.
  if (payment.standing === 'asking') payment.authentication ??= isConfirmed ? 'passed' : 'failed';
}

/** The bank's check in frames of the shop's page: the bank reads the browser's data and requests the password. */
function frameRoutes(app: FastifyInstance, payments: AdyenPayments): void {
  app.post(BANK_PATHS.method, async (request, reply) => {
    const threeDSServerTransID = textIn(postedIn(request.body, 'threeDSMethodData'), 'threeDSServerTransID');
    const to = new URLSearchParams({ id: threeDSServerTransID ?? '' }).toString();
    return reply.redirect(`${BANK_PATHS.methodNotification}?${to}`, 303);
  });
  app.get<{ Querystring: { id?: string } }>(BANK_PATHS.methodNotification, async (request, reply) =>
    send(
      reply,
      notificationPage({
        type: 'fingerPrintResult',
        result: { threeDSCompInd: 'Y' },
        threeDSServerTransID: request.query.id ?? '',
      }),
    ),
  );

  app.post(BANK_PATHS.challenge, async (request, reply) => {
    const payment = payments.find(textIn(postedIn(request.body, 'creq'), 'acsTransID') ?? '');
    if (payment === null) return send(reply.code(404), bankClosedPage());
    return send(reply, questionPage(payment, `${BANK_PATHS.challenge}/${payment.pspReference}`));
  });
  app.post<{ Params: { psp: string } }>(`${BANK_PATHS.challenge}/:psp`, async (request, reply) => {
    const payment = payments.find(request.params.psp);
    if (payment === null) return send(reply.code(404), bankClosedPage());
    answer(payment, request.body);
    const to = new URLSearchParams({ id: payment.pspReference }).toString();
    return reply.redirect(`${BANK_PATHS.challengeNotification}?${to}`, 303);
  });
  app.get<{ Querystring: { id?: string } }>(BANK_PATHS.challengeNotification, async (request, reply) => {
    const payment = payments.find(request.query.id ?? '');
    const transStatus = payment?.authentication === 'passed' ? 'Y' : 'N';
    return send(
      reply,
      notificationPage({
        type: 'challengeResult',
        result: { transStatus },
        threeDSServerTransID: request.query.id ?? '',
      }),
    );
  });
}

/** The bank's check on its own page, which sends the payer back with a result for the shop's server. */
function redirectRoutes(app: FastifyInstance, payments: AdyenPayments): void {
  type ByData = { Querystring: { pa?: string } };
  const findPayment = (pa: string | undefined): AdyenPayment | null => {
    const payment = payments.find(pa ?? '');
    return payment?.paymentData === pa ? payment : null;
  };
  const backToShop = (reply: FastifyReply, payment: AdyenPayment): FastifyReply => {
    if (!URL.canParse(payment.returnUrl)) return send(reply, bankClosedPage());
    const url = new URL(payment.returnUrl);
    url.searchParams.set('redirectResult', payment.redirectResult);
    return reply.redirect(url.href, 303);
  };
  app.get<ByData>(BANK_PATHS.redirect, async (request, reply) => {
    const payment = findPayment(request.query.pa);
    if (payment === null) return send(reply.code(404), bankClosedPage());
    if (payment.standing !== 'asking' || payment.authentication !== null) return backToShop(reply, payment);
    const to = new URLSearchParams({ pa: payment.paymentData }).toString();
    return send(reply, questionPage(payment, `${BANK_PATHS.redirect}?${to}`));
  });
  app.post<ByData>(BANK_PATHS.redirect, async (request, reply) => {
    const payment = findPayment(request.query.pa);
    if (payment === null) return send(reply.code(404), bankClosedPage());
    answer(payment, request.body);
    return backToShop(reply, payment);
  });
}

export function adyenBankRoutes(app: FastifyInstance, payments: AdyenPayments): void {
  frameRoutes(app, payments);
  redirectRoutes(app, payments);
  app.get('/adyen/tell-parent.ts', async (_request, reply) =>
    reply.headers(SCRIPT_HEADERS).send(browserScript(new URL('./fields/tell-parent.ts', import.meta.url))),
  );
}
