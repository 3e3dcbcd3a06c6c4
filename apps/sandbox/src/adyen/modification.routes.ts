import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Answer } from '../world/answer.ts';
import { integerIn, recordIn, textIn, type Json } from '../world/reading.ts';
import { answering, type ApiDeps } from './answering.ts';
import { invalid } from './errors.ts';
import { newReference } from './ids.ts';
import type { AdyenPayment } from './payment.ts';

/** Every refund, cancel or reversal is answered `received`. Its result comes by webhook. */
function received(deps: ApiDeps, body: Json, changed: object): Answer {
  const reference = textIn(body, 'reference');
  return {
    status: 201,
    body: {
      merchantAccount: deps.merchantAccount,
      ...changed,
      ...(reference === null ? {} : { reference }),
      status: 'received',
    },
  };
}

function originalOf(deps: ApiDeps, request: FastifyRequest): AdyenPayment | null {
  const psp = textIn(recordIn(request.params), 'psp') ?? '';
  const payment = deps.payments.find(psp);
  return payment?.pspReference === psp ? payment : null;
}

function changing(deps: ApiDeps, change: (payment: AdyenPayment, body: Json) => string | Answer) {
  return answering(deps, (request) => {
    const payment = originalOf(deps, request);
    if (payment === null) return invalid('originalMissing');
    const body = recordIn(request.body);
    const pspReference = change(payment, body);
    if (typeof pspReference !== 'string') return pspReference;
    return received(deps, body, { paymentPspReference: payment.pspReference, pspReference });
  });
}

export function modificationRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { payments } = deps;
  app.post(
    '/payments/:psp/refunds',
    changing(deps, (payment, body) => {
      const amount = recordIn(body['amount']);
      const value = integerIn(amount, 'value');
      if (value === null) return invalid('amountMissing');
      if (amount['currency'] !== payment.currency) return invalid('currencyInvalid');
      return payments.refund(payment, value);
    }),
  );
  app.post(
    '/payments/:psp/reversals',
    changing(deps, (payment) => payments.reverse(payment)),
  );
  app.post(
    '/payments/:psp/cancels',
    changing(deps, (payment) => payments.cancel(payment)),
  );
  // For a shop that never received Adyen's reference of the payment. An unknown reference is answered `received` as well.
  app.post(
    '/cancels',
    answering(deps, (request) => {
      const body = recordIn(request.body);
      const paymentReference = textIn(body, 'paymentReference');
      if (paymentReference === null) return invalid('referenceMissing');
      const changes = payments
        .withReference(paymentReference)
        .map((payment) => payments.technicalCancel(payment));
      return received(deps, body, { paymentReference, pspReference: changes[0] ?? newReference() });
    }),
  );
}
