import type { OrderId, ReturnStage, ReturnUpdate } from '@jawhara/domain';
import * as v from 'valibot';
import type { LookUp } from '../provider.ts';
import type { CheckoutComClient } from './client.ts';
import { paymentSchema, standingOf, stepOfPayment, type CheckoutComPayment } from './payment-step.ts';

/** The life of a payment, as GET /payments/{id}/actions tells it: newest first, amounts in the payment's currency. */
const actionsSchema = v.array(
  v.object({
    id: v.pipe(v.string(), v.startsWith('act_')),
    type: v.string(),
    amount: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    // Not there yet: it is under way.
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

/** The hold was let go, or what it held was not handed over. Both are one return: a hold is let go once. */
function holdStage(actions: Actions): ReturnStage | null {
  if (actions.some(({ type, approved }) => type === 'Void' && approved)) return 'taken';
  const captures = actions.filter(({ type }) => type === 'Capture');
  if (!captures.some(({ approved }) => approved === false)) return null;
  return captures.some(({ approved }) => approved) ? 'given-back' : 'taken';
}

/** Everything that went back of a payment, under the ids that notifications use. Disputes are not in here: they have books of their own. */
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

/** Money that came is told with what went back of it. */
async function withReturns(client: CheckoutComClient, payment: CheckoutComPayment): Promise<LookUp> {
  const step = stepOfPayment(payment);
  if (step.kind !== 'paid') return step;
  const answer = await client.get(`/payments/${encodeURIComponent(payment.id)}/actions`);
  const reading =
    answer.kind === 'answered' && answer.status === 200 ? v.safeParse(actionsSchema, answer.body) : null;
  if (reading?.success) return { ...step, returns: returnsIn(reading.output, payment) };
  // Where something has gone back, the money alone is half the truth.
  if (standingOf(payment) !== 'gone') return step;
  return { kind: 'unknown', why: answer.kind === 'unknown' ? answer.why : 'unreadable actions' };
}

/** Money that is here first, then the newest that is still open, then money that came and went, then the newest at all. */
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
