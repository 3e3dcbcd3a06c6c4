import type { FastifyInstance } from 'fastify';
import { isDisputeStage, type Disputes } from './disputes.ts';
import { integerIn, recordIn, textIn, type Json } from './reading.ts';

/** The functions that each provider supplies for the controls below. Amounts are minor units of the payment's currency. */
export interface ReturnControls<Payment> {
  /** Finds a payment by the id that the control call `books` shows. */
  readonly find: (paymentId: string) => Payment | null;
  readonly facts: (payment: Payment) => {
    readonly captured: number;
    readonly refunded: number;
    readonly currency: string;
  };
  /** Makes a refund as in the provider's own pages and returns its id; null if less than this amount is left to refund. */
  readonly refund: (payment: Payment, amount: number) => string | null;
  /** False: no such refund, or it has failed before. */
  readonly refundFails: (returnId: string) => boolean;
  readonly disputes: Disputes<Payment>;
}

type Wrong = { readonly wrong: readonly string[]; readonly stages?: readonly string[] };

/** An amount in the request must be valid, so that a test with a typing error does not pass. */
function amountIn(body: Json, otherwise: number): number | null {
  if (body['amountMinorUnits'] === undefined) return otherwise;
  const amount = integerIn(body, 'amountMinorUnits');
  return amount !== null && amount > 0 ? amount : null;
}

function refund<Payment>(controls: ReturnControls<Payment>, body: Json): { returnId: string } | Wrong {
  const payment = controls.find(textIn(body, 'paymentId') ?? '');
  if (payment === null) return { wrong: ['paymentId'] };
  const { captured, refunded } = controls.facts(payment);
  const amount = amountIn(body, captured - refunded);
  const returnId = amount === null || amount > captured - refunded ? null : controls.refund(payment, amount);
  return returnId === null ? { wrong: ['amountMinorUnits'] } : { returnId };
}

type Disputed = { readonly disputeId: string; readonly stage: string };

function dispute<Payment>(controls: ReturnControls<Payment>, body: Json): Disputed | Wrong {
  const { disputes } = controls;
  const payment = controls.find(textIn(body, 'paymentId') ?? '');
  if (payment === null) return { wrong: ['paymentId'] };
  const { stage } = body;
  if (!isDisputeStage(stage) || !disputes.stages.includes(stage))
    return { wrong: ['stage'], stages: disputes.stages };
  const { captured, currency } = controls.facts(payment);
  if (stage === 'opened') {
    if (captured === 0) return { wrong: ['paymentId'] };
    const amount = amountIn(body, captured);
    if (amount === null) return { wrong: ['amountMinorUnits'] };
    const opened = disputes.open(payment, amount, textIn(body, 'currency') ?? currency);
    return { disputeId: opened.id, stage };
  }
  const found = disputes.find(payment, textIn(body, 'disputeId'));
  if (found === null) return { wrong: ['disputeId'] };
  return disputes.move(payment, found, stage) ? { disputeId: found.id, stage } : { wrong: ['stage'] };
}

/**
 * Controls for events that the shop does not cause: refunds in the provider's pages, disputes, refunds that fail. Payments
 * change, and signed webhooks report it. Every provider has the same three.
 */
export function returnControlRoutes<Payment>(
  app: FastifyInstance,
  provider: `/${string}`,
  controls: ReturnControls<Payment>,
): void {
  const at = `/_control${provider}`;
  app.post(`${at}/refund`, async (request, reply) => {
    const answer = refund(controls, recordIn(request.body));
    return reply.code('wrong' in answer ? 400 : 200).send(answer);
  });
  app.post(`${at}/dispute`, async (request, reply) => {
    const answer = dispute(controls, recordIn(request.body));
    return reply.code('wrong' in answer ? 400 : 200).send(answer);
  });
  app.post(`${at}/refund-fails`, async (request, reply) => {
    const returnId = textIn(recordIn(request.body), 'returnId') ?? '';
    return controls.refundFails(returnId) ? { returnId } : reply.code(400).send({ wrong: ['returnId'] });
  });
}
