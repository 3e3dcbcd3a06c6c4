import type { OrderId, ReturnStage, ReturnUpdate } from '@jawhara/domain';
import * as v from 'valibot';
import type { LookUp } from '../provider.ts';
import type { CheckoutComClient } from './client.ts';
import { paymentSchema, standingOf, stepOfPayment, type CheckoutComPayment } from './payment-step.ts';

/** The actions of a payment from GET /payments/{id}/actions: newest first, amounts in the payment's currency. */
const actionsSchema = v.array(
  v.object({
    id: v.pipe(v.string(), v.startsWith('act_')),
    type: v.string(),
    amount: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    // Missing while the action is in progress.
    approved: v.nullish(v.boolean()),
  }),
);

type Actions = v.InferOutput<typeof actionsSchema>;
type Action = Actions[number];

interface PaymentFacts {
  readonly id: string;
  readonly currency: string;
}

function refundStage({ approved }: Action): ReturnStage {
  if (typeof approved !== 'boolean') return 'announced';
  return approved ? 'taken' : 'given-back';
}

/**
 * The stage of the reversal if the hold was released or the capture failed; null if neither. It is one reversal, because a hold
 * is released only once.
 */
function holdStage(actions: Actions): ReturnStage | null {
  if (actions.some(({ type, approved }) => type === 'Void' && approved)) return 'taken';
  const captures = actions.filter(({ type }) => type === 'Capture');
  if (!captures.some(({ approved }) => approved === false)) return null;
  return captures.some(({ approved }) => approved) ? 'given-back' : 'taken';
}

/** All refunds and reversals of a payment, with the ids that webhooks use. Disputes have a list of their own. */
function returnsIn(actions: Actions, { id: providerPaymentId, currency }: PaymentFacts): ReturnUpdate[] {
  const toReturnUpdate = (action: Action, how: ReturnUpdate['how'], stage: ReturnStage): ReturnUpdate => {
    const { id: returnId, amount } = action;
    const money = typeof amount === 'number' ? { currency, minorUnits: amount } : null;
    return { returnId, how, stage, providerPaymentId, money, fee: null };
  };
  const hold = holdStage(actions);
  return [
    ...actions
      .filter(({ type }) => type === 'Refund')
      .map((action) => toReturnUpdate(action, 'refund', refundStage(action))),
    ...actions
      .filter(({ type, approved }) => type === 'Return' && approved)
      .map((action) => toReturnUpdate(action, 'reversal', 'taken')),
    ...(hold === null
      ? []
      : [
          {
            returnId: providerPaymentId,
            how: 'reversal' as const,
            stage: hold,
            providerPaymentId,
            money: null,
            fee: null,
          },
        ]),
  ];
}

const listSchema = v.object({ data: v.array(paymentSchema) });

function newestFirst(one: CheckoutComPayment, other: CheckoutComPayment): number {
  return (other.requested_on ?? '').localeCompare(one.requested_on ?? '');
}

/** Adds its refunds and reversals to the look-up of a paid payment. */
async function withReturns(client: CheckoutComClient, payment: CheckoutComPayment): Promise<LookUp> {
  const step = stepOfPayment(payment);
  if (step.kind !== 'paid') return step;
  const answer = await client.get(`/payments/${encodeURIComponent(payment.id)}/actions`);
  const reading =
    answer.kind === 'answered' && answer.status === 200 ? v.safeParse(actionsSchema, answer.body) : null;
  if (reading?.success) return { ...step, returns: returnsIn(reading.output, payment) };
  // If money went back, reporting only the payment would be wrong.
  if (standingOf(payment) !== 'gone') return step;
  return { kind: 'unknown', why: answer.kind === 'unknown' ? answer.why : 'unreadable actions' };
}

/**
 * The payment that decides the order: first one with money, then the newest open one, then one whose money went back, then
 * the newest.
 */
function chosenOf(payments: readonly CheckoutComPayment[]): CheckoutComPayment | undefined {
  const sorted = payments.toSorted(newestFirst);
  const first = (wanted: ReturnType<typeof standingOf>) =>
    sorted.find((payment) => standingOf(payment) === wanted);
  return first('paid') ?? first('open') ?? first('unknown') ?? first('gone') ?? sorted[0];
}

export async function lookUpByReference(client: CheckoutComClient, orderId: OrderId): Promise<LookUp> {
  const answer = await client.get(`/payments?reference=${encodeURIComponent(orderId)}`);
  if (answer.kind === 'unknown') return answer;
  const reading = v.safeParse(listSchema, answer.body);
  if (answer.status !== 200 || !reading.success)
    return { kind: 'unknown', why: `unreadable list, http ${answer.status}` };
  const chosen = chosenOf(reading.output.data);
  return chosen ? withReturns(client, chosen) : { kind: 'none' };
}

export async function lookUp(
  client: CheckoutComClient,
  orderId: OrderId,
  providerPaymentId: string | null,
): Promise<LookUp> {
  if (providerPaymentId === null) return lookUpByReference(client, orderId);
  const answer = await client.get(`/payments/${encodeURIComponent(providerPaymentId)}`);
  if (answer.kind === 'unknown') return answer;
  if (answer.status !== 200) return lookUpByReference(client, orderId);
  const reading = v.safeParse(paymentSchema, answer.body);
  return reading.success
    ? withReturns(client, reading.output)
    : { kind: 'unknown', why: 'unreadable answer' };
}
