import { ALERT_KINDS, moneyText, type AlertKind, type Money, type OrderId } from '@jawhara/domain';
import { showStory, storyParts } from '../apps/api/src/operator/orders/show-story.ts';
import { ORDER_VERBS } from '../apps/api/src/operator/orders/order.verbs.ts';
import { countOverdueWebhooks } from '../apps/api/src/orders/store/webhook.store.ts';
import { isRefused } from '../apps/api/src/operator/refusals.ts';
import { signed } from '../apps/api/src/test/signed.ts';
import type { Invariant } from './penalties.ts';
import { paymentsOf, type World } from './world.ts';

/** The key of an alert contains the ids that it is about, so two failed refunds are two alerts. */
const alertsNameTheirCause: Invariant = async ({ ask }) => {
  const rows = await ask<{ kind: AlertKind; subject: string; payment: string }[]>`
    select kind, subject, provider_payment_id as payment from alerts`;
  for (const { kind, subject, payment } of rows) {
    const parts: readonly string[] = ALERT_KINDS[kind].key;
    if (subject.includes('undefined') || (parts.includes('payment') && payment === ''))
      return { kind: 'an alert does not name its cause', detail: `${kind}: "${subject}" "${payment}"` };
  }
  return null;
};

/**
 * The alert returned-more-than-paid is raised only where the reported refunds, disputes and reversals exceed the payment.
 * Payments for which two amounts were reported are left out.
 */
const overpaidReturnIsTrue: Invariant = async ({ ask, nameOf }) => {
  const [wrong] = await ask<{ id: OrderId; gone: number; paid: number }[]>`
    select * from (
      select payments.order_id as id, payments.amount_minor_units as paid,
        coalesce((select sum(coalesce(amount_minor_units, payments.amount_minor_units)) from known_returns as gone
          where gone.order_id = payments.order_id and gone.provider = payments.provider
            and gone.provider_payment_id = payments.provider_payment_id), 0)::int as gone
      from alerts join payments on payments.order_id = alerts.order_id
        and payments.provider_payment_id = alerts.provider_payment_id
      where alerts.kind = 'returned-more-than-paid' and not exists (select from alerts as other
        where other.order_id = alerts.order_id and other.kind = 'amount-contradicted')) as sums
    where gone <= paid limit 1`;
  return wrong
    ? {
        kind: 'an alert says that too much went back',
        detail: `${nameOf(wrong.id)}: ${wrong.gone} of ${wrong.paid}`,
      }
    : null;
};

/** The alert attempt-never-answered is not raised for an attempt whose decline was processed before. */
const silenceIsTrue: Invariant = async (world) => {
  const rows = await world.ask<{ id: OrderId; provider: number; payment: string }[]>`
    select alerts.order_id as id, notifications.provider, body::json->>'paymentId' as payment
    from alerts join notifications on notifications.order_id = alerts.order_id
      and alerts.detail->>'provider' = notifications.provider::text
    where alerts.kind = 'attempt-never-answered' and event_type = 'refused' and processed_at < raised_at`;
  const wrong = rows.find(({ payment }) =>
    paymentsOf(world).some((one) => one.payment.id === payment && one.payment.isOurs),
  );
  return wrong
    ? {
        kind: 'an alert says that an attempt was never answered',
        detail: `${world.nameOf(wrong.id)}: ${wrong.provider} declined ${wrong.payment} before`,
      }
    : null;
};

/** An attempt without an answer at a provider that cannot be queried may have taken money: its end raises an alert. */
const silenceRaised: Invariant = async ({ ask, providers, nameOf }) => {
  const withoutBooks = providers.filter(({ can }) => !can.lookUp).map(({ number }) => number);
  const [unseen] = await ask<{ id: OrderId }[]>`
    select order_id as id from payments where state = 'gone' and provider_payment_id is null
      and provider = any(${withoutBooks}) and not exists (select from alerts
        where alerts.order_id = payments.order_id and kind = 'attempt-never-answered') limit 1`;
  return unseen ? { kind: 'an attempt ends in silence', detail: nameOf(unseen.id) } : null;
};

/** The record of an operator's action on an order contains the state after it. */
const actionsAreRecorded: Invariant = async ({ ask }) => {
  const [empty] = await ask<{ verb: string; subject: string }[]>`
    select verb, subject from operator_actions
    where subject like 'order:%' and verb <> 'order story' and after = '{}'::jsonb limit 1`;
  return empty ? { kind: 'an action is recorded without its effect', detail: empty.verb } : null;
};

/** The number of overdue webhooks that monitoring shows, read from the small table of due times, is that of the webhooks themselves. */
const overdueCountIsTrue: Invariant = async ({ ask, db, clock }) => {
  const now = clock.now();
  const [row] = await ask<{ count: number }[]>`
    select count(*)::int as count from notifications where hand_over_after < ${now} and order_id is not null`;
  const shown = await countOverdueWebhooks(db, now);
  return shown === row?.count
    ? null
    : { kind: 'monitoring shows a wrong number of webhooks', detail: `${shown}, not ${row?.count}` };
};

/** Checked after every action. */
export const OPERATOR_INVARIANTS: readonly Invariant[] = [
  alertsNameTheirCause,
  overpaidReturnIsTrue,
  silenceIsTrue,
  silenceRaised,
  actionsAreRecorded,
  overdueCountIsTrue,
];

const STORY_FACTS = ['state', 'for', 'price', 'account', 'provider', 'agreed to', 'created'];

/** The report of `ops order story` contains the order's facts, every known payment id and every open alert. Checked at rest. */
export const storyIsWhole: Invariant = async (world) => {
  for (const id of world.orders) {
    const stories = await showStory(world.operator, signed('noura', 'to compare'), id);
    if (isRefused(stories)) return { kind: 'a story is refused', detail: stories.because };
    const text = JSON.stringify(stories.flatMap((story) => storyParts(story, world.clock.now())));
    const rows = await world.ask<{ name: string }[]>`
      select provider_payment_id as name from payments where order_id = ${id} and provider_payment_id is not null
      union all select kind from alerts where order_id = ${id} and closed_at is null`;
    const facts = STORY_FACTS.map((fact) => `["${fact}",`);
    const missing = [...facts, ...rows.map(({ name }) => name)].find((part) => !text.includes(part));
    if (missing !== undefined)
      return { kind: 'a story leaves something out', detail: `${world.nameOf(id)}: ${missing}` };
  }
  return null;
};

interface ShownPlan {
  readonly number: string;
  readonly providerPaymentId: string;
  readonly came: Money;
  readonly price: Money;
}

/**
 * The plan that the command line shows before an operator confirms must contain the order number, the payment's id and both
 * amounts.
 */
export async function comparePlan(
  world: World,
  name: 'order release' | 'order send-back',
  orderId: OrderId,
  { number, providerPaymentId, came, price }: ShownPlan,
): Promise<void> {
  const verb = ORDER_VERBS.find((one) => one.name === name);
  if (verb?.kind !== 'change') return;
  const call = {
    context: world.operator,
    now: world.clock.now(),
    signOff: signed('noura', 'to compare'),
    progress() {},
  };
  const plan = await verb.plan(call, { order: orderId, payment: providerPaymentId });
  if (isRefused(plan)) return;
  const text = JSON.stringify(plan.parts);
  const facts = [number, providerPaymentId, moneyText(came), moneyText(price)];
  const missing = facts.find((fact) => !text.includes(fact));
  if (missing !== undefined)
    world.violations.push({ kind: 'a plan leaves something out', detail: `${name}: ${missing}` });
}
