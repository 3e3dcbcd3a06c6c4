import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import postgres, { type Sql, type TransactionSql } from 'postgres';

/**
 * The same work with nothing around it: the same reads and transactions on the same tables and the same call to the
 * provider, but no engine, no contract, no limits and no second thought. What our own shop costs on top is the ratio.
 */
const env = (name: string): string => process.env[name] ?? '';
const sql = postgres(env('DATABASE_URL'), { max: 20, onnotice: () => {} });

interface Purchase {
  readonly rechargeId: string;
  readonly recipientId: number;
  readonly token: string;
  readonly requestId: string;
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

type Step = {
  readonly orderId: string;
  readonly recipientId: number;
  readonly kind: string;
  readonly to: string;
};

const story = (tx: TransactionSql, { orderId, recipientId, kind, to }: Step) => tx`
  insert into order_events (id, order_id, recipient_account_id, at, kind, to_state)
  values (${randomUUID()}, ${orderId}, ${recipientId}, now(), ${kind}, ${to})`;

async function create(
  bare: Sql,
  wanted: Purchase,
  orderId: string,
): Promise<{ cents: number; gems: number }> {
  const { recipientId } = wanted;
  await bare`select order_id from order_requests where payer_device = 'bare' and request_id = ${wanted.requestId}`;
  await bare`select id, display_id, nickname, status, is_guest, source from accounts where id = ${recipientId}`;
  const [pack] = await bare<{ cents: number; gems: number; bonus: number }[]>`
    select price_usd_cents as cents, gems, bonus_gems as bonus from gem_packs
    where recharge_id = ${wanted.rechargeId} and is_on_sale`;
  if (!pack) throw new Error('no such pack');
  await bare.begin(async (tx) => {
    await tx`
      insert into order_requests (payer_device, request_id, content_digest, order_id, recipient_account_id, created_at)
      values ('bare', ${wanted.requestId}, '', ${orderId}, ${recipientId}, now()) on conflict do nothing returning order_id`;
    await tx`
      insert into orders (id, recipient_account_id, payer_device, recharge_id, price_usd_cents, gems, bonus_gems,
        pay_type, provider, state, created_at, moved_at)
      values (${orderId}, ${recipientId}, 'bare', ${wanted.rechargeId}, ${pack.cents}, ${pack.gems}, ${pack.bonus},
        23, 13, 'created', now(), now())`;
    await story(tx, { orderId, recipientId, kind: 'created', to: 'created' });
  });
  return pack;
}

async function charge(cents: number, orderId: string, token: string): Promise<string> {
  const answer = await fetch(`${env('CHECKOUT_COM_API_URL')}/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${env('CHECKOUT_COM_SECRET_KEY')}`,
      'content-type': 'application/json',
      'cko-idempotency-key': orderId,
    },
    body: JSON.stringify({
      source: { type: 'token', token },
      amount: cents,
      currency: 'USD',
      reference: orderId,
      capture: true,
    }),
  });
  if (!answer.ok) throw new Error(`provider: ${answer.status}`);
  return ((await answer.json()) as { id: string }).id;
}

async function buy(wanted: Purchase): Promise<object> {
  const orderId = randomUUID();
  const { recipientId } = wanted;
  const { cents, gems } = await create(sql, wanted, orderId);
  await sql.begin(async (tx) => {
    await tx`select from orders where id = ${orderId} for update`;
    await tx`
      insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, state, created_at, changed_at)
      values (${orderId}, ${recipientId}, 1, 13, ${orderId}, 'sent', now(), now())`;
    await tx`update orders set state = 'pending', moved_at = now() where id = ${orderId} and state = 'created'`;
    await story(tx, { orderId, recipientId, kind: 'payment-begun', to: 'pending' });
  });
  const paymentId = await charge(cents, orderId, wanted.token);
  await sql.begin(async (tx) => {
    await tx`select from orders where id = ${orderId} for update`;
    await tx`
      update payments set state = 'paid', is_kept = true, provider_payment_id = ${paymentId},
        amount_minor_units = ${cents}, currency = 'USD', changed_at = now() where order_id = ${orderId}`;
    await tx`update orders set state = 'paid', moved_at = now() where id = ${orderId} and state = 'pending'`;
    await story(tx, { orderId, recipientId, kind: 'paid', to: 'paid' });
  });
  await sql.begin(async (tx) => {
    await tx`select from orders where id = ${orderId} for update`;
    await credit(tx, orderId, recipientId, gems, cents);
    await tx`update orders set state = 'delivered', credited_at = now(), moved_at = now() where id = ${orderId}`;
    await story(tx, { orderId, recipientId, kind: 'gems-credited', to: 'delivered' });
  });
  const [order] = await sql<{ state: string }[]>`select state from orders where id = ${orderId}`;
  return { orderId, state: order?.state };
}

async function credit(tx: TransactionSql, orderId: string, recipientId: number, gems: number, cents: number) {
  await tx`
    insert into ledger_transfers (order_id, recipient_account_id, kind, created_at)
    values (${orderId}, ${recipientId}, 'credit', now()) on conflict do nothing returning order_id`;
  const entry = (ledger_account: string, unit: string, amount: number) => ({
    order_id: orderId,
    recipient_account_id: recipientId,
    kind: 'credit',
    ledger_account,
    unit,
    amount,
  });
  const entries = [
    entry(`account:${recipientId}`, 'gem', gems),
    entry('gems-issued', 'gem', -gems),
    entry('provider:13', 'usd-cent', cents),
    entry('gem-sales', 'usd-cent', -cents),
  ];
  await tx`insert into ledger_entries ${tx(entries)}`;
  await tx`
    insert into gem_balances (account_id, gems) values (${recipientId}, ${gems})
    on conflict (account_id) do update set gems = gem_balances.gems + excluded.gems`;
}

const flows = createServer((request, response) => {
  jsonOf(request)
    .then((wanted) => buy(wanted as Purchase))
    .then(
      (answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      (fault: unknown) => response.writeHead(500).end(String(fault)),
    );
});

const reads = Fastify();
reads.get<{ Querystring: { display_id: string } }>('/look-up', async ({ query }) => {
  const [account] = await sql`
    select id, display_id, nickname, status, is_guest, source from accounts where display_id = ${query.display_id}`;
  return { result: 0, data: account };
});
reads.post<{ Body: { uid: number } }>('/packs', async ({ body }) => {
  const [packs, [config], toAccount, fromDevice] = await Promise.all([
    sql`select recharge_id, price_usd_cents, gems, bonus_gems, pay_types, is_hidden_from_new_payers, needs_login
      from gem_packs where is_on_sale order by price_usd_cents, recharge_id`,
    sql`select settings from site_config_versions order by version desc limit 1`,
    sql`select from orders where recipient_account_id = ${body.uid} and credited_at is not null limit 1`,
    sql`select from orders where payer_device = 'nobody' and credited_at is not null limit 1`,
  ]);
  return { result: 0, data: { packs, config, isNew: toAccount.length + fromDevice.length === 0 } };
});
reads.get('/healthz', async () => ({ alive: true }));

flows.listen(Number(env('BARE_FLOW_PORT')), '127.0.0.1');
await reads.listen({ port: Number(env('BARE_READ_PORT')), host: '127.0.0.1' });
process.once('SIGTERM', () => process.exit(0));
