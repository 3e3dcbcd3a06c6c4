import type { MailKind } from '@jawhara/domain';
import type { Sql } from 'postgres';
import type { Stack } from '../tools/stack/start-stack.ts';
import { waitUntil } from '../tools/stack/wait-until.ts';
import { SUBJECT_PARTS } from './count-the-mails.ts';
import type { PlannedOrder } from './plan-orders.ts';
import type { SandboxControls } from './sandbox-controls.ts';

export interface MailCrashWorld {
  readonly stack: Stack;
  readonly sandbox: SandboxControls;
  readonly sql: Sql;
  readonly say: (line: string) => void;
}

const WORKERS = ['worker-1', 'worker-2'] as const;
/** How long to wait for a mail to reach the mail server: the job that looks for late deliveries runs only every 30 seconds. */
const HELD_WITHIN_MS = 40_000;
/** How long to wait for the second worker's mail after the first one. Each worker sends one mail at a time. */
const HELD_TOO_WITHIN_MS = 2_000;
const LOOK_EVERY_MS = 100;

/**
 * Kills both workers while the mail server has a mail of this kind that they have not recorded as sent. A worker claims a mail
 * for two minutes; with both workers dead the claims are ended at once, so that the restarted workers find interrupted sends.
 */
async function killBeforeRecord({ stack, sandbox, sql, say }: MailCrashWorld, kind: MailKind): Promise<void> {
  const workers = WORKERS.map((name) => stack.part(name));
  const isHeld = async (count: number): Promise<boolean> => (await sandbox.mail.held()) >= count;
  await sandbox.mail.hold(SUBJECT_PARTS[kind]);
  await waitUntil('a mail on its way', () => isHeld(1), HELD_WITHIN_MS, LOOK_EVERY_MS).catch(() => {});
  await waitUntil('another', () => isHeld(2), HELD_TOO_WITHIN_MS, LOOK_EVERY_MS).catch(() => {});
  const held = await sandbox.mail.held();
  await Promise.all(workers.map((part) => part.kill('SIGKILL')));
  await sandbox.mail.hold(null);
  await sql`update mails set send_after = now() where state = 'sending'`;
  for (const part of workers) await part.start();
  for (const part of workers) await part.ready();
  say(`workers killed with ${held} mails (${kind}) accepted by the mail server and not recorded`);
}

/** Kills the workers while receipts and while mails about refunds are being sent, twice for each kind. */
export async function killBesideMails(world: MailCrashWorld): Promise<void> {
  for (const kind of ['receipt', 'refunded', 'receipt', 'refunded'] as const)
    await killBeforeRecord(world, kind);
}

const PAID_WITHIN_MS = 120_000;
/** Longer than the promised limit of deliveries, and than the time after which a missing delivery is checked. */
const LATE_BY_HOURS = 25;
const WATCHED_WITHIN_MS = 120_000;

/**
 * Plays orders that are paid while deliveries fail, and makes them older than the promised limit: their payers get the mail about
 * a late delivery, and the workers are killed while they send it. Then deliveries succeed again. Returns the ids of the orders.
 */
export async function runUndelivered(
  world: MailCrashWorld & { readonly play: (order: PlannedOrder) => void },
  orders: readonly PlannedOrder[],
): Promise<readonly string[]> {
  const { sql, say, play, sandbox } = world;
  await sandbox.outage({ latencyMs: 20, settleAfterMs: 200 });
  await sql`
    create function chaos_no_delivery() returns trigger language plpgsql as $$ begin raise exception 'no delivery just now'; end $$`;
  await sql`
    create trigger chaos_no_delivery before update on orders for each row when (new.state = 'delivered')
    execute function chaos_no_delivery()`;
  for (const order of orders) play(order);
  const undelivered = () => sql<{ id: string }[]>`
    select o.id from orders o join mail_subscriptions s on s.order_id = o.id where o.state = 'paid'`;
  const arePaid = async (): Promise<boolean> => (await undelivered()).length === orders.length;
  await waitUntil('orders without delivery', arePaid, PAID_WITHIN_MS);
  const late = (await undelivered()).map(({ id }) => id);
  await sql`
    update orders set created_at = created_at - make_interval(hours => ${LATE_BY_HOURS}),
      moved_at = moved_at - make_interval(hours => ${LATE_BY_HOURS}) where id = any(${late}::uuid[])`;
  const areNotified = async (): Promise<boolean> =>
    (await sql`select from mails where kind = 'late' and order_id = any(${late}::uuid[])`).length ===
    late.length;
  await killBeforeRecord(world, 'late');
  await waitUntil('the late orders to be told of', areNotified, WATCHED_WITHIN_MS);
  await killBeforeRecord(world, 'late');
  const areSent = async (): Promise<boolean> =>
    (await sql`select from mails where kind = 'late' and send_after is not null`).length === 0;
  await waitUntil('the late mails to leave', areSent, WATCHED_WITHIN_MS);
  await sql`drop trigger chaos_no_delivery on orders`;
  say(`${late.length} orders were told that they are late; they are delivered from now on`);
  return late;
}
