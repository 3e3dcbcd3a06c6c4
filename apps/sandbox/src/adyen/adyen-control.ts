import type { FastifyInstance } from 'fastify';
import { schemeOf } from '../world/card-number.ts';
import { recordIn, textIn } from '../world/reading.ts';
import { ADYEN_SCENARIOS, isAdyenScenario, numberOf } from './adyen-cards.ts';
import { BRANDS } from './card.ts';
import type { AdyenPayments } from './payments.ts';
import type { SealedValues } from './sealed-values.ts';
import { threeDSResult } from './three-ds-action.ts';

export interface AdyenControlDeps {
  readonly payments: AdyenPayments;
  readonly sealed: SealedValues;
  readonly now: () => number;
}

/** Controls that only this provider has: they replace a browser in tests without one. */
export function adyenControlRoutes(app: FastifyInstance, { payments, sealed, now }: AdyenControlDeps): void {
  // Callers name only the scenario, so that no card number leaves the sandbox.
  app.post('/_control/adyen/proofs', async (request, reply) => {
    const body = recordIn(request.body);
    const { scenario } = body;
    if (!isAdyenScenario(scenario))
      return reply.code(400).send({ wrong: ['scenario'], scenarios: ADYEN_SCENARIOS });
    const encryptedSecurityCode = sealed.seal('encryptedSecurityCode', '737');
    if (body['cvvOnly'] === true) return reply.code(201).send({ encryptedSecurityCode });
    const number = numberOf(scenario);
    const holderName = textIn(body, 'holderName');
    const year = new Date(now()).getUTCFullYear() + 3;
    return reply.code(201).send({
      encryptedCardNumber: sealed.seal('encryptedCardNumber', number),
      encryptedExpiryMonth: sealed.seal('encryptedExpiryMonth', '03'),
      encryptedExpiryYear: sealed.seal('encryptedExpiryYear', String(year)),
      encryptedSecurityCode,
      brand: BRANDS[schemeOf(number) ?? 'visa'],
      ...(holderName === null ? {} : { holderName }),
    });
  });

  // Answers the bank for the cardholder. Returns the result that the shop then sends to /payments/details.
  app.post('/_control/adyen/threeds', async (request, reply) => {
    const body = recordIn(request.body);
    const payment = payments.find(textIn(body, 'authorisationToken') ?? textIn(body, 'pspReference') ?? '');
    const { pass } = body;
    if (payment === null || typeof pass !== 'boolean')
      return reply.code(400).send({ wrong: ['authorisationToken', 'pspReference', 'pass'] });
    payment.authentication = pass ? 'passed' : 'failed';
    return payment.asking === 'redirect'
      ? { redirectResult: payment.redirectResult }
      : { threeDSResult: threeDSResult(payment, pass ? 'Y' : 'N') };
  });

  // The card scheme rejects the capture afterwards: the shop never receives the money.
  app.post('/_control/adyen/capture-fails', async (request, reply) => {
    const payment = payments.find(textIn(recordIn(request.body), 'paymentId') ?? '');
    const isDone = payment !== null && payments.captureFails(payment);
    return isDone ? { paymentId: payment.pspReference } : reply.code(400).send({ wrong: ['paymentId'] });
  });
}
