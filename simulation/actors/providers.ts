import { MOODS, type SimulatedProvider } from '../provider.ts';
import { centsGone, type Card, type SimulatedPayment } from '../provider-books.ts';
import { paymentsOf, type World } from '../world.ts';
import { at, type ActionKind } from './action.ts';

type OnPayment = (
  provider: SimulatedProvider,
  payment: SimulatedPayment,
  how: number,
  world: World,
) => string | null | Promise<string | null>;

/** Applies the event to the first payment, from the chosen one on, that allows it. */
function ofPayment(happen: OnPayment): ActionKind['start'] {
  return async (world, which, how) => {
    const all = paymentsOf(world);
    for (let offset = 0; offset < all.length; offset += 1) {
      const found = at(all, which + offset);
      const said = found === undefined ? null : await happen(found.provider, found.payment, how, world);
      if (found === undefined || said === null) continue;
      world.log(`${said} (${found.payment.id} of ${world.nameOf(found.payment.orderId)})`);
      return true;
    }
    return false;
  };
}

const isCaptured = ({ state }: SimulatedPayment): boolean => state === 'captured';
const centsLeft = (payment: SimulatedPayment): number => payment.cents - centsGone(payment);

/** The cards of a second charge. */
const SECOND_CARDS: readonly Card[] = ['approve', 'approve and save', 'cent less'];

/** True if a webhook of the order is lost: an attempt without a payment id then waits for our own scheduled check. */
const isUnheard = ({ outbox }: SimulatedProvider, { orderId }: SimulatedPayment): boolean =>
  outbox.some((webhook) => webhook.isLost && webhook.orderId === orderId);

/**
 * Whether our code can tell this decline of an unknown payment from a decline of its own attempt. It cannot if the attempt has no
 * payment id and the provider has no look-up: then the decline ends the attempt, and the daily reconciliation finds its payment.
 */
async function canTellApart(
  { db }: World,
  provider: SimulatedProvider,
  { orderId }: SimulatedPayment,
): Promise<boolean> {
  const rows = await db`
    select from payments where order_id = ${orderId} and provider = ${provider.number} and provider_payment_id is null`;
  return provider.can.lookUp || rows.length === 0;
}

/** We count a return that names no payment as one of the accepted payment, so only that payment's returns are drawn so. */
async function isAccepted({ db }: World, { id }: SimulatedPayment): Promise<boolean> {
  const rows = await db`select from payments where provider_payment_id = ${id} and standing = 'kept'`;
  return rows.length > 0;
}

const OPERATOR_MESSAGES = [
  'fraud reported',
  'the bank asks for papers',
  'pre-arbitration, a date is running',
];

/** The possible next stages of a dispute. */
const DISPUTE_MOVES = {
  announced: ['taken', 'given-back'],
  taken: ['lost', 'given-back', 'given-back'],
  'given-back': ['taken-again'],
  lost: [],
  'taken-again': ['given-back-again', 'lost-for-good'],
  'given-back-again': [],
  'lost-for-good': [],
} as const;

export const PROVIDER_ACTIONS = {
  'the bank decides': {
    weight: 7,
    start: ofPayment((provider, payment, how) => {
      if (payment.state !== 'asked') return null;
      if (how % 3 === 0) provider.decline(payment);
      else provider.capture(payment, payment.requestedCents);
      return `the bank ${how % 3 === 0 ? 'declines' : 'approves'}`;
    }),
  },
  'a partial capture': {
    weight: 3,
    start: ofPayment((provider, payment) => {
      if (!isCaptured(payment) || payment.returns.length > 0 || payment.cents <= 500) return null;
      provider.capture(payment, 500);
      return 'the provider captures 500 only';
    }),
  },
  'a second charge': {
    weight: 4,
    start: ofPayment((provider, payment, how) => {
      if (!isCaptured(payment) || provider.payments.length > 6 || isUnheard(provider, payment)) return null;
      const card = at(SECOND_CARDS, how >> 3) ?? 'approve';
      return `the payer is charged a second time, "${card}": ${provider.chargeAgain(payment, card).id}`;
    }),
  },
  'a decline of an unknown payment': {
    weight: 2,
    start: ofPayment(async (provider, payment, _how, world) => {
      if (!(await canTellApart(world, provider, payment))) return null;
      provider.announce(
        { ...payment, id: `${payment.id}x` },
        {
          kind: 'refused',
          providerPaymentId: `${payment.id}x`,
          outcome: 'balance',
          code: '20051',
        },
      );
      return 'the provider declines a payment that we never asked for';
    }),
  },
  'a refund in the dashboard': {
    weight: 4,
    start: ofPayment((provider, payment, how) => {
      const left = centsLeft(payment);
      if (!isCaptured(payment) || left <= 0) return null;
      const cents = how % 3 === 0 ? Math.min(400, left) : left;
      provider.takeBack(payment, 'refund', cents);
      return `${cents} is refunded in the provider's dashboard`;
    }),
  },
  'a refund fails': {
    weight: 6,
    start: ofPayment((provider, payment) => {
      const refund = payment.returns.find(({ how, stage }) => how === 'refund' && stage === 'taken');
      if (refund === undefined) return null;
      provider.moveOn(payment, refund, 'given-back');
      return `the refund of ${refund.cents} fails: the money is back with us`;
    }),
  },
  'the capture fails': {
    weight: 3,
    start: ofPayment((provider, payment) => {
      if (!isCaptured(payment) || payment.returns.length > 0) return null;
      provider.takeBack(payment, 'reversal', payment.cents);
      return 'the capture fails: the money never comes';
    }),
  },
  'a reversal is undone': {
    weight: 3,
    start: ofPayment((provider, payment) => {
      const reversal = payment.returns.find(({ how, stage }) => how === 'reversal' && stage === 'taken');
      if (reversal === undefined) return null;
      provider.moveOn(payment, reversal, 'given-back');
      return 'the reversal is undone: the money comes after all';
    }),
  },
  'a dispute': {
    weight: 6,
    start: ofPayment((provider, payment, how) => {
      if (!isCaptured(payment) || centsLeft(payment) <= 0) return null;
      const cents = how % 4 === 1 ? Math.min(53, centsLeft(payment)) : centsLeft(payment);
      provider.takeBack(payment, 'dispute', cents, how % 3 === 0 ? 'announced' : 'taken');
      return `a dispute of ${cents} is opened${how % 3 === 0 ? ', the money is frozen' : ''}`;
    }),
  },
  'a dispute of a part is announced': {
    weight: 2,
    start: ofPayment((provider, payment, how) => {
      const cents = Math.min(how % 2 === 0 ? 53 : 400, centsLeft(payment) - 1);
      if (!isCaptured(payment) || cents <= 0) return null;
      provider.takeBack(payment, 'dispute', cents, 'announced');
      return `a dispute of ${cents} is announced, the money is frozen`;
    }),
  },
  'a return that names no payment': {
    weight: 2,
    start: ofPayment(async (provider, payment, how, world) => {
      const cents = how % 2 === 0 ? centsLeft(payment) : Math.min(53, centsLeft(payment));
      if (!isCaptured(payment) || cents <= 0 || !(await isAccepted(world, payment))) return null;
      const kind = how % 3 === 0 ? 'refund' : 'dispute';
      provider.takeBack(payment, kind, cents, 'taken', { namesPayment: false });
      return `a ${kind} of ${cents} is reported for the order, without its payment`;
    }),
  },
  'a part of a return is reported': {
    weight: 2,
    start: ofPayment((provider, payment) => {
      const one = payment.returns.at(-1);
      if (one === undefined || one.cents < 2) return null;
      provider.reportPart(payment, one);
      return `the provider also reports ${one.how} of a part of ${one.cents}`;
    }),
  },
  'a dispute moves on': {
    weight: 9,
    start: ofPayment((provider, payment, how) => {
      const dispute = payment.returns.find(
        (one) => one.how === 'dispute' && DISPUTE_MOVES[one.stage].length > 0,
      );
      const stage = dispute && at<keyof typeof DISPUTE_MOVES>(DISPUTE_MOVES[dispute.stage], how);
      if (dispute === undefined || stage === undefined) return null;
      provider.moveOn(payment, dispute, stage);
      return `the dispute is ${stage}`;
    }),
  },
  'a message for an operator': {
    weight: 2,
    start: ofPayment((provider, payment, how) => {
      const why = at(OPERATOR_MESSAGES, how) ?? '';
      provider.announce(payment, { kind: 'person', why });
      return `the provider has a message for an operator: ${why}`;
    }),
  },
  'an unreadable or unknown webhook': {
    weight: 2,
    start: ofPayment((provider, payment, how) => {
      const eventType = `new_thing_${how % 3}`;
      provider.announce(payment, how % 2 === 0 ? null : { kind: 'unheard-of', eventType });
      return how % 2 === 0 ? 'the provider sends a garbled webhook' : `the provider sends ${eventType}`;
    }),
  },
  'a provider changes its mood': {
    weight: 3,
    start: ({ providers, log }, which, how) => {
      const provider = at(providers, which);
      if (provider === undefined) return false;
      provider.mood = at(MOODS, how + 1) ?? 'well';
      log(`${provider.number} is now: ${provider.mood}`);
      return true;
    },
  },
  'the next answer of a provider is lost': {
    weight: 2,
    start: ({ providers, log }, which) => {
      const provider = at(providers, which);
      if (provider === undefined || provider.isNextAnswerLost) return false;
      provider.isNextAnswerLost = true;
      log(`the next answer of ${provider.number} will be lost`);
      return true;
    },
  },
  'a provider is removed or added back': {
    weight: 1,
    start: ({ faults, providers, log }, which) => {
      const number = at(providers, which)?.number;
      if (number === undefined) return false;
      if (!faults.removed.delete(number)) faults.removed.add(number);
      log(`${number} is ${faults.removed.has(number) ? 'removed from' : 'back in'} the deployment`);
      return true;
    },
  },
} as const satisfies Record<string, ActionKind>;
