import { receiveWebhook } from '../../apps/api/src/orders/webhooks/receive-webhook.ts';
import type { WebhookMeaning } from '../../apps/api/src/providers/provider.ts';
import { providerRegistry } from '../../apps/api/src/providers/registry.ts';
import type { SimulatedProvider } from '../provider.ts';
import type { SimulatedWebhook } from '../provider-books.ts';
import type { World } from '../world.ts';
import { act, at, type ActionKind } from './action.ts';

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
    // A running process still accepts webhooks of a provider that a newer release has removed.
    const registry = providerRegistry([provider]);
    return `: ${await receiveWebhook(context, registry, life, provider.number, raw)}`;
  };
  // If the process dies before it acknowledges the webhook, the provider sends the webhook again.
  act(world, who, receive, () => (webhook.deliveries -= 1));
}

export function webhooksToDeliver({ providers, registry }: World, isAgain: boolean): WebhookAtProvider[] {
  return providers.flatMap((provider) =>
    provider.outbox
      .filter(
        ({ deliveries, isLost }) => !isLost && deliveries > 0 === isAgain && registry.has(provider.number),
      )
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

/**
 * Whether the history may lose this webhook: only if we learn its content in another way. Scheduled checks look up an undecided
 * attempt, and a decided attempt needs no webhook. Refunds, disputes, messages and payments that we never requested are known
 * from webhooks alone.
 */
async function mayBeLost({ db }: World, { provider, webhook }: WebhookAtProvider): Promise<boolean> {
  const { meaning, orderId, paymentId } = webhook;
  const payment = provider.payments.find(({ id }) => id === paymentId);
  if (payment === undefined || !payment.isOurs) return false;
  if (meaning?.kind !== 'paid' && meaning?.kind !== 'refused') return false;
  const [ours] = await db<{ state: string; name: string | null; cents: number | null }[]>`
    select state, provider_payment_id as name, amount_minor_units as cents from payments
    where order_id = ${orderId} and provider = ${provider.number}
      and (provider_payment_id = ${paymentId} or provider_payment_id is null)`;
  if (ours === undefined) return false;
  if (ours.state === 'sent' || ours.state === 'open')
    return provider.can.lookUp && (ours.name !== null || !isChargedTwice(provider, webhook));
  return meaning.kind === 'refused'
    ? ours.state === 'refused'
    : meaning.money.minorUnits === payment.cents && ours.cents === payment.cents;
}

/** Whether the order has a second charge: an attempt without a payment id takes the first reported one, perhaps that charge's. */
const isChargedTwice = ({ payments }: SimulatedProvider, { orderId }: SimulatedWebhook): boolean =>
  payments.some((one) => one.orderId === orderId && !one.isOurs);

const loseOne: ActionKind['start'] = async (world, which) => {
  const waiting = webhooksToDeliver(world, false);
  for (let offset = 0; offset < waiting.length; offset += 1) {
    const found = at(waiting, which + offset);
    if (found === undefined || !(await mayBeLost(world, found))) continue;
    const { provider, webhook } = found;
    webhook.isLost = true;
    world.log(
      `webhook of ${provider.number} is lost for ever: ${meaningText(webhook.meaning)}, ${webhook.paymentId} of ${world.nameOf(webhook.orderId)}`,
    );
    return true;
  }
  return false;
};

/** Spoils a webhook before its first delivery: it is stored, and parked until an operator replays it. */
const poisonOne: ActionKind['start'] = (world, which) => {
  const found = at(webhooksToDeliver(world, false), which);
  if (found === undefined) return false;
  const { provider, webhook } = found;
  webhook.note = 'before\0after';
  world.log(
    `the next webhook of ${provider.number} has NUL in it: ${meaningText(webhook.meaning)}, ${webhook.paymentId} of ${world.nameOf(webhook.orderId)}`,
  );
  return true;
};

export const WEBHOOK_ACTIONS = {
  'a webhook arrives': { weight: 16, start: deliverOne(false) },
  'a webhook arrives again': { weight: 2, start: deliverOne(true) },
  'a webhook has NUL in it': { weight: 2, start: poisonOne },
  'a webhook is lost for ever': { weight: 4, start: loseOne },
} as const satisfies Record<string, ActionKind>;
