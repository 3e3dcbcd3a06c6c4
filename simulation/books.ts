import type { World } from './world.ts';
import { paymentsOf } from './world.ts';

/** The contents of our tables and of the providers' books for each order, printed below a timeline. */
export async function booksText(world: World): Promise<string[]> {
  const { db, nameOf } = world;
  const orders = await db<
    {
      id: string;
      state: string;
      held: boolean;
      purpose: string;
      alerts: string | null;
    }[]
  >`
    select id, state, is_held as held, purpose,
      (select string_agg(kind || case when closed_at is null then '' else ' (closed)' end, ', ' order by raised_at, id) from alerts where order_id = orders.id) as alerts
    from orders order by created_at, id`;
  const lines: string[] = [];
  for (const { id, state, held, purpose, alerts } of orders) {
    lines.push(
      `${nameOf(id)}: ${purpose}, ${state}${held ? ', held' : ''}${alerts === null ? '' : `; alerts: ${alerts}`}`,
    );
    const payments = await db<
      { name: string | null; cents: number | null; standing: string | null; state: string }[]
    >`
      select provider_payment_id as name, amount_minor_units as cents, standing, state from payments where order_id = ${id} order by attempt`;
    for (const { name, cents, standing, state: attempt } of payments)
      lines.push(`    ours: ${name ?? 'unnamed attempt'} ${standing ?? attempt} ${cents ?? ''}`);
    const returns = await db<{ name: string; how: string; stage: string; cents: number | null }[]>`
      select return_id as name, how, stage, amount_minor_units as cents from payment_returns where order_id = ${id} order by first_told_at, return_id`;
    for (const { name, how, stage, cents } of returns)
      lines.push(`    ours: ${name} ${how} ${stage} ${cents}`);
    const refunds = await db<{ state: string; cents: number; cause: string }[]>`
      select state, amount_minor_units as cents, cause from refunds where order_id = ${id} order by created_at, id`;
    for (const { state: refund, cents, cause } of refunds)
      lines.push(`    ours: refund of ${cents} ${refund} (${cause.replace(/-[0-9a-f-]{36}$/, '')})`);
    for (const { payment, provider } of paymentsOf(world).filter((one) => one.payment.orderId === id)) {
      const back = payment.returns.map(({ how, stage, cents }) => `${how} ${stage} ${cents}`).join(', ');
      lines.push(
        `    ${provider.number}: ${payment.id} ${payment.state} ${payment.cents}${back === '' ? '' : `; ${back}`}`,
      );
    }
  }
  return lines;
}
