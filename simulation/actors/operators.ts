import { ALERT_KINDS, type AlertKind, type OrderId } from '@jawhara/domain';
import { banAccount, unbanAccount } from '../../apps/api/src/operator/accounts/account.verbs.ts';
import { resolveAlert } from '../../apps/api/src/operator/alerts/alert.verbs.ts';
import { tellFlow } from '../../apps/api/src/operator/flows/tell-flow.ts';
import { replayWebhook as replay } from '../../apps/api/src/operator/webhooks/stored-webhook.ts';
import {
  askProviders,
  liftRestrictions,
  cancelOrder,
} from '../../apps/api/src/operator/orders/order.verbs.ts';
import { moveGemsOfOrder, planMove } from '../../apps/api/src/operator/orders/move-gems.ts';
import { planRefund, refundOrder } from '../../apps/api/src/operator/orders/refund-order.ts';
import {
  planRelease,
  planSendBack,
  releasePayment,
  sendBackPayment,
} from '../../apps/api/src/operator/orders/wrong-amounts.ts';
import type { ActionDone } from '../../apps/api/src/operator/act.ts';
import { isRefused, type Refused } from '../../apps/api/src/operator/refusals.ts';
import { requireOrder } from '../../apps/api/src/orders/store/order.store.ts';
import { signed } from '../../apps/api/src/test/signed.ts';
import { DAY_MS } from '../clock.ts';
import { comparePlan } from '../operator-view.ts';
import type { World } from '../world.ts';
import { act, at, type ActionKind } from './action.ts';

/** `payment` and `webhook` are the ids that the operator passes to the command; null where the alert names none. */
type Command = (
  world: World,
  orderId: OrderId,
  how: number,
  payment?: string | null,
  webhook?: string | null,
) => Promise<ActionDone | Refused>;

const signOff = (how: number) => signed(how % 2 === 0 ? 'noura' : 'huda', 'because the history says so');

/** Plans, shows, confirms and performs a refund, as the command line does. */
const refund =
  (purpose: 'gems' | 'fine'): Command =>
  async (world, orderId, how) => {
    const { db } = world.program.context;
    const wanted = { orderId, purpose, amount: how % 3 === 1 ? '4.00' : null, wrongRecipient: null };
    const plan = await planRefund(db, wanted);
    return isRefused(plan) ? plan : refundOrder(world.operator, signOff(how), wanted, plan);
  };

const release: Command = async (world, orderId, how, payment = null) => {
  const wanted = { orderId, providerPaymentId: payment };
  const plan = await planRelease(world.program.context.db, wanted);
  if (isRefused(plan)) return plan;
  await comparePlan(world, 'order release', orderId, plan);
  return releasePayment(world.operator, signOff(how), wanted, plan);
};

const sendBack: Command = async (world, orderId, how, payment = null) => {
  const wanted = { orderId, providerPaymentId: payment };
  const plan = await planSendBack(world.program.context.db, wanted);
  if (isRefused(plan)) return plan;
  await comparePlan(world, 'order send-back', orderId, plan);
  return sendBackPayment(world.operator, signOff(how), wanted, plan);
};

const moveGems: Command = async (world, orderId, how) => {
  const { recipientId } = await requireOrder(world.program.context.db, orderId);
  const to = world.recipients.find((one) => one !== recipientId);
  const wanted = { orderId, toDisplayId: `66${to ?? 0}`, gems: null };
  const plan = await planMove(world.program.context.db, wanted);
  return isRefused(plan) ? plan : moveGemsOfOrder(world.operator, signOff(how), wanted, plan);
};

const replayWebhookOf: Command = async (world, orderId, how, _payment, webhook = null) => {
  const [found] = await world.program.context.db<{ id: string }[]>`
    select id from notifications where order_id = ${orderId} order by received_at desc, id desc limit 1`;
  return replay(world.operator, signOff(how), { id: webhook ?? found?.id ?? 'none', orderId: null });
};

export function replayWebhook(
  world: World,
  wanted: { readonly id: string; readonly orderId: OrderId },
): Promise<ActionDone | Refused> {
  return replay(world.operator, signOff(0), wanted);
}

/** The commands that operators run on an order in the simulation, by their names in OPERATOR_VERBS. */
export const COMMANDS = {
  'order refund': refund('gems'),
  'fines return': refund('fine'),
  'order release': release,
  'order send-back': sendBack,
  'order cancel': (world, orderId, how) => cancelOrder(world.operator, signOff(how), orderId),
  'order ask': (world, orderId, how) => askProviders(world.operator, signOff(how), orderId),
  'order move-gems': moveGems,
  'order unrestrict': (world, orderId, how) => liftRestrictions(world.operator, signOff(how), orderId),
  'flows resume': (world, orderId, how) => tellFlow(world.operator, signOff(how), 'resume', orderId),
  'flows kill': (world, orderId, how) => tellFlow(world.operator, signOff(how), 'kill', orderId),
  'webhooks replay': replayWebhookOf,
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

const outcomeText = (outcome: ActionDone | Refused): string =>
  isRefused(outcome)
    ? `: refused, ${outcome.because}${outcome.detail === undefined ? '' : ` (${outcome.detail})`}`
    : ': done';

function command(name: CommandName): ActionKind['start'] {
  return (world, which, how) => {
    const orderId = at(world.orders, which);
    if (orderId === undefined) return false;
    act(world, `operator: ${name} ${world.nameOf(orderId)}`, async () =>
      outcomeText(await COMMANDS[name](world, orderId, how, await paymentNamed(world, orderId, how))),
    );
    return true;
  };
}

/**
 * Half of the commands name a payment that was not accepted for its order (second or of a wrong amount); the others name none.
 */
async function paymentNamed(world: World, orderId: OrderId, how: number): Promise<string | null> {
  if (how % 2 === 0) return null;
  const rows = await world.program.context.db<{ name: string }[]>`
    select provider_payment_id as name from payments where order_id = ${orderId} and standing <> 'kept' order by attempt`;
  return at(rows, how >> 1)?.name ?? null;
}

export interface AlertRow {
  readonly id: string;
  readonly kind: AlertKind;
  readonly orderId: OrderId | null;
  readonly payment: string | null;
  readonly webhook: string | null;
}

/**
 * Open alerts; unless `isOpenOnly`, also those that an operator closed, because operators may still run the commands they offer.
 */
export function alertsKnown(world: World, isOpenOnly: boolean): Promise<AlertRow[]> {
  return world.db<AlertRow[]>`
    select id, kind, coalesce(order_id::text, nullif(split_part(subject, 'flow:', 2), '')) as "orderId",
      coalesce(nullif(provider_payment_id, ''), detail->>'providerPaymentId') as payment, detail->>'notification' as webhook
    from alerts where closed_at is null ${isOpenOnly ? world.db`` : world.db`or closed_by <> 'by itself'`}
    order by raised_at, id`;
}

export function commandsOf(kind: AlertKind): CommandName[] {
  const verbs: readonly string[] = ALERT_KINDS[kind].verbs;
  return verbs.filter((name): name is CommandName => name in COMMANDS);
}

/** Kills a flow that `ops flows stuck` lists. */
const killFlow: ActionKind['start'] = async (world, which, how) => {
  const flow = at((await world.engine.desk.troubled())?.flows ?? [], which);
  if (flow === undefined) return false;
  act(world, `operator: flows kill ${flow.event} of ${world.nameOf(flow.key)}`, async () =>
    outcomeText(await tellFlow(world.operator, signOff(how), 'kill', flow.id)),
  );
  return true;
};

export const OPERATOR_ACTIONS = {
  'operator refunds': { weight: 5, start: command('order refund') },
  'operator returns a fine': { weight: 3, start: command('fines return') },
  'operator releases': { weight: 2, start: command('order release') },
  'operator sends back': { weight: 2, start: command('order send-back') },
  'operator cancels': { weight: 1, start: command('order cancel') },
  'operator asks the provider': { weight: 1, start: command('order ask') },
  'operator moves gems': { weight: 2, start: command('order move-gems') },
  'operator lifts restrictions': { weight: 3, start: command('order unrestrict') },
  'operator kills a flow': { weight: 6, start: killFlow },
  'operator resumes a flow': { weight: 1, start: command('flows resume') },
  'operator replays a webhook': { weight: 1, start: command('webhooks replay') },
  'operator resolves an alert': {
    weight: 4,
    start: async (world, which, how) => {
      const alert = at(await alertsKnown(world, true), which);
      if (alert === undefined) return false;
      act(world, `operator: alerts resolve ${alert.kind}`, async () =>
        outcomeText(await resolveAlert(world.operator, signOff(how), alert.id)),
      );
      return true;
    },
  },
  'operator bans until a day': {
    weight: 1,
    start: (world, which, how) => {
      const account = at(world.recipients, which);
      if (account === undefined) return false;
      const until = new Date(world.clock.now().getTime() + (1 + (how % 20)) * DAY_MS)
        .toISOString()
        .slice(0, 10);
      act(world, `operator: accounts ban ${account} until ${until}`, async () => {
        const wanted = { displayId: `66${account}`, isPermanent: false, until };
        const outcome = await banAccount(world.operator, signOff(how), wanted);
        if (!isRefused(outcome)) world.shownDates.push({ account, until: new Date(`${until}T23:59:59Z`) });
        return outcomeText(outcome);
      });
      return true;
    },
  },
  'operator lifts a ban': {
    weight: 2,
    start: (world, which, how) => {
      const account = at([...world.recipients, world.banned], which);
      if (account === undefined) return false;
      act(world, `operator: accounts unban ${account}`, async () => {
        const outcome = await unbanAccount(world.operator, signOff(how), `66${account}`);
        if (!isRefused(outcome)) world.appBans.delete(account);
        return outcomeText(outcome);
      });
      return true;
    },
  },
} as const satisfies Record<string, ActionKind>;
