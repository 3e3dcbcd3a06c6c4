import type { ReturnStage, ReturnUpdate } from '@jawhara/domain';
import * as v from 'valibot';

/** The life of a payment, as GET /payments/{id}/actions tells it: newest first, amounts in the payment's currency. */
export const actionsSchema = v.array(
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
export function returnsIn(
  actions: Actions,
  { id: providerPaymentId, currency }: PaymentFacts,
): ReturnUpdate[] {
  const told = (action: Action, how: ReturnUpdate['how'], stage: ReturnStage): ReturnUpdate => {
    const { id: returnId, amount } = action;
    const money = typeof amount === 'number' ? { currency, minorUnits: amount } : null;
    return { returnId, how, stage, providerPaymentId, money, fee: null };
  };
  const hold = holdStage(actions);
  return [
    ...actions
      .filter(({ type }) => type === 'Refund')
      .map((action) => told(action, 'refund', refundStage(action))),
    ...actions
      .filter(({ type, approved }) => type === 'Return' && approved)
      .map((action) => told(action, 'reversal', 'taken')),
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
