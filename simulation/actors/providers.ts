import type { WebhookMeaning } from '../../apps/api/src/providers/provider.ts';
import { receiveWebhook } from '../../apps/api/src/orders/webhooks/receive-webhook.ts';
import { providerRegistry } from '../../apps/api/src/providers/registry.ts';
import { MOODS, type SimulatedProvider } from '../provider.ts';
import { centsGone, type SimulatedPayment, type SimulatedWebhook } from '../provider-books.ts';
import { paymentsOf, type World } from '../world.ts';
import { act, at, type ActionKind } from './action.ts';

type OnPayment = (provider: SimulatedProvider, payment: SimulatedPayment, how: number) => string | null;

/** The first payment from the chosen one on to which it can happen. */
function ofPayment(happen: OnPayment): ActionKind['start'] {
  return (world, which, how) => {
    const all = paymentsOf(world);
    for (let offset = 0; offset < all.length; offset += 1) {
      const found = at(all, which + offset);
      const said = found === undefined ? null : happen(found.provider, found.payment, how);
      if (found === undefined || said === null) continue;
      world.log(`${said} (${found.payment.id} of ${world.nameOf(found.payment.orderId)})`);
      return true;
    }
    return false;
  };
}

const isCaptured = ({ state }: SimulatedPayment): boolean => state === 'captured';
const centsLeft = (payment: SimulatedPayment): number => payment.cents - centsGone(payment);

const OPERATOR_MESSAGES = [
  'fraud reported',
  'the bank asks for papers',
  'pre-arbitration, a date is running',
];

export function meaningText(meaning: WebhookMeaning | null): string {
  if (meaning === null) return 'unreadable';
  if (meaning.kind === 'returned') {
    const { how, stage, money } = meaning.returned;
    return `${how} ${stage} ${money?.minorUnits ?? '?'}`;
  }
  if (meaning.kind === 'paid') return `paid ${meaning.money.minorUnits}`;
  return meaning.kind === 'person' ? `for an operator: ${meaning.why}` : meaning.kind;
}

interface WebhookAtProvider {
  readonly provider: SimulatedProvider;
  readonly webhook: SimulatedWebhook;
}

export function deliver(world: World, { provider, webhook }: WebhookAtProvider): void {
  webhook.deliveries += 1;
  const times = webhook.deliveries === 1 ? '' : ` (${webhook.deliveries}. time)`;
  const about = `${webhook.paymentId} of ${world.nameOf(webhook.orderId)}`;
  const who = `webhook of ${provider.number}: ${meaningText(webhook.meaning)}, ${about}${times}`;
  const receive = async (): Promise<string> => {
    const { context, life } = world.program;
    const raw = { headers: {}, body: Buffer.from(JSON.stringify(webhook)) };
    // A process has the providers it started with, also when the next release has fewer.
    const registry = providerRegistry([provider]);
    return `: ${await receiveWebhook(context, registry, life, provider.number, raw)}`;
  };
  // Without an acknowledgement the provider sends it again.
  act(world, who, receive, () => (webhook.deliveries -= 1));
}

export function webhooksToDeliver({ providers, registry }: World, isAgain: boolean): WebhookAtProvider[] {
  return providers.flatMap((provider) =>
    provider.outbox
      .filter(({ deliveries }) => deliveries > 0 === isAgain && registry.has(provider.number))
      .map((webhook) => ({ provider, webhook })),
  );
}

const deliverOne =
  (isAgain: boolean): ActionKind['start'] =>
  (world, which) => {
    const found = at(webhooksToDeliver(world, isAgain), which);
    if (found === undefined) return false;
    deliver(world, found);
    return true;
  };

/** One of several results of a dispute, from where it stands. */
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
    weight: 4,
    start: ofPayment((provider, payment, how) => {
      if (payment.state !== 'asked') return null;
      if (how % 3 === 0) provider.decline(payment);
      else provider.capture(payment, payment.askedCents);
      return `the bank ${how % 3 === 0 ? 'declines' : 'approves'}`;
    }),
  },
  'a partial capture': {
    weight: 2,
    start: ofPayment((provider, payment) => {
      if (!isCaptured(payment) || payment.returns.length > 0 || payment.cents <= 500) return null;
      provider.capture(payment, 500);
      return 'the provider captures 500 only';
    }),
  },
  'a second charge': {
    weight: 2,
    start: ofPayment((provider, payment) => {
      if (!isCaptured(payment) || provider.payments.length > 6) return null;
      return `the payer is charged a second time: ${provider.chargeAgain(payment).id}`;
    }),
  },
  'a decline of an unknown payment': {
    weight: 1,
    start: ofPayment((provider, payment) => {
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
    weight: 2,
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
    weight: 1,
    start: ofPayment((provider, payment) => {
      const reversal = payment.returns.find(({ how, stage }) => how === 'reversal' && stage === 'taken');
      if (reversal === undefined) return null;
      provider.moveOn(payment, reversal, 'given-back');
      return 'the reversal is undone: the money comes after all';
    }),
  },
  'a dispute': {
    weight: 4,
    start: ofPayment((provider, payment, how) => {
      if (!isCaptured(payment) || centsLeft(payment) <= 0) return null;
      const cents = how % 4 === 1 ? Math.min(53, centsLeft(payment)) : centsLeft(payment);
      provider.takeBack(payment, 'dispute', cents, how % 3 === 0 ? 'announced' : 'taken');
      return `a dispute of ${cents} is opened${how % 3 === 0 ? ', the money is frozen' : ''}`;
    }),
  },
  'a dispute moves on': {
    weight: 4,
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
  'a webhook arrives': { weight: 16, start: deliverOne(false) },
  'a webhook arrives again': { weight: 2, start: deliverOne(true) },
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
