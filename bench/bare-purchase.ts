import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql, TransactionSql } from 'postgres';
import { sealPayment } from '../apps/api/src/orders/paying/sealed-payment.ts';

/** The bare shop's purchase: exactly the database statements of ours and the same call to the provider, and nothing else. */

export interface Purchase {
  readonly rechargeId: string;
  readonly recipientId: number;
  readonly token: string;
  readonly requestId: string;
}

export interface BareEnv {
  readonly providerUrl: string;
  readonly secretKey: string;
  readonly engineUrl: string;
}

interface Pack {
  readonly cents: number;
  readonly gems: number;
  readonly bonus: number;
}

interface Step {
  readonly orderId: string;
  readonly recipientId: number;
}

const story = (tx: TransactionSql, { orderId, recipientId }: Step, kind: string, to: string) => tx`
  insert into order_events (id, order_id, recipient_account_id, at, kind, to_state)
  values (${randomUUID()}, ${orderId}, ${recipientId}, now(), ${kind}, ${to})`;

const read = (db: Sql | TransactionSql, orderId: string) => db<{ state: string }[]>`
  select id, recipient_account_id, payer_device, payer_account_id, saved_card_id, recharge_id, price_usd_cents, gems,
    bonus_gems, pay_type, provider, state, outcome, reason_code, challenge, challenge_way, is_held, created_at, credited_at
  from orders where id = ${orderId}`;

async function lock(tx: TransactionSql, orderId: string): Promise<void> {
  await tx`select from orders where id = ${orderId} for update`;
  await read(tx, orderId);
}

async function open(db: Sql, wanted: Purchase, orderId: string): Promise<Pack> {
  const { recipientId } = wanted;
  await db`select order_id, content_digest from order_requests
    where payer_device = 'bare' and request_id = ${wanted.requestId}`;
  await db`select id, display_id, nickname, icon_url, status, is_guest, source from accounts where id = ${recipientId}`;
  const [pack] = await db<Pack[]>`
    select price_usd_cents as cents, gems, bonus_gems as bonus from gem_packs
    where recharge_id = ${wanted.rechargeId} and is_on_sale`;
  if (!pack) throw new Error('no such pack');
  await db.begin(async (tx) => {
    await tx`
      insert into order_requests (payer_device, request_id, content_digest, order_id, recipient_account_id, created_at)
      values ('bare', ${wanted.requestId}, '', ${orderId}, ${recipientId}, now()) on conflict do nothing returning order_id`;
    await tx`
      insert into orders (id, recipient_account_id, payer_device, recharge_id, price_usd_cents, gems, bonus_gems,
        pay_type, provider, state, created_at, moved_at, look_after)
      values (${orderId}, ${recipientId}, 'bare', ${wanted.rechargeId}, ${pack.cents}, ${pack.gems}, ${pack.bonus},
        23, 13, 'created', now(), now(), now() + interval '1 hour')`;
    await story(tx, { orderId, recipientId }, 'created', 'created');
  });
  return pack;
}

interface Paid {
  readonly id: string;
  readonly source: { readonly id: string; readonly fingerprint: string };
}

async function charge(env: BareEnv, pack: Pack, orderId: string, token: string): Promise<Paid> {
  const answer = await fetch(`${env.providerUrl}/payments`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${env.secretKey}`,
      'content-type': 'application/json',
      'cko-idempotency-key': orderId,
    },
    body: JSON.stringify({
      source: { type: 'token', token },
      amount: pack.cents,
      currency: 'USD',
      reference: orderId,
      capture: true,
    }),
  });
  if (!answer.ok) throw new Error(`provider: ${answer.status}`);
  return (await answer.json()) as Paid;
}

async function take(tx: TransactionSql, step: Step, pack: Pack, paid: Paid): Promise<void> {
  const { orderId, recipientId } = step;
  await lock(tx, orderId);
  await tx`
    update payments set provider_payment_id = ${paid.id}, changed_at = now()
    where order_id = ${orderId} and provider_payment_id is null
      and attempt = (select max(attempt) from payments where order_id = ${orderId})`;
  await tx`select provider_payment_id from payments where order_id = ${orderId} and standing = 'kept'`;
  await tx`
    insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, provider_payment_id,
      state, created_at, changed_at, lives_until)
    select ${orderId}, ${recipientId}, coalesce(max(attempt), 0) + 1, 13, ${`unplanned-${paid.id}`}, ${paid.id},
      'open', now(), now(), now() + interval '10 days'
    from payments where order_id = ${orderId}
    on conflict (provider, provider_payment_id, recipient_account_id) do nothing`;
  await tx`
    update payments set state = 'paid', standing = 'kept', amount_minor_units = ${pack.cents}, currency = 'USD',
      paid_at = now(), changed_at = now(), look_after = null
    where order_id = ${orderId} and provider_payment_id = ${paid.id} and state <> 'paid'`;
  const [card] = await tx<{ id: string }[]>`
    insert into saved_cards (id, owner_device, provider, source_id, fingerprint, scheme, last4, bin, expiry,
      recipient_account_id, created_at, last_used_at, state, asked_until, asked_for)
    values (${randomUUID()}, 'bare', 13, ${paid.source.id}, ${paid.source.fingerprint}, 'visa', '4242', '424242',
      '07/29', ${recipientId}, now(), now(), 'asked', now() + interval '30 minutes', ${orderId})
    on conflict (owner_device, owner_account_id, fingerprint) do update set source_id = excluded.source_id,
      recipient_account_id = excluded.recipient_account_id, last_used_at = excluded.last_used_at
    returning id`;
  await tx`update orders set saved_card_id = ${card?.id ?? null} where id = ${orderId}`;
  await tx`update orders set state = 'paid', moved_at = now() where id = ${orderId} and state = 'pending' returning id`;
  await story(tx, step, 'paid', 'paid');
}

async function credit(tx: TransactionSql, step: Step, { gems, cents }: Pack): Promise<void> {
  const { orderId, recipientId } = step;
  await lock(tx, orderId);
  await tx`
    insert into ledger_transfers (order_id, recipient_account_id, number, kind, created_at)
    values (${orderId}, ${recipientId}, 1, 'credit', now()) on conflict do nothing returning order_id`;
  const entry = (ledger_account: string, unit: string, amount: number) => ({
    order_id: orderId,
    recipient_account_id: recipientId,
    number: 1,
    ledger_account,
    unit,
    amount,
  });
  const entries = [
    entry(`account:${recipientId}`, 'gem', gems),
    entry('gems-issued', 'gem', -gems),
    entry('provider:13', 'USD', cents),
    entry('gem-sales', 'USD', -cents),
  ];
  await tx`insert into ledger_entries ${tx(entries)}`;
  await tx`
    update orders set state = 'delivered', credited_at = now(), moved_at = now(), look_after = null
    where id = ${orderId} and state = 'paid' returning id`;
  await story(tx, step, 'gems-credited', 'delivered');
}

/** Buys without the engine: one step after the other, with no recovery after a crash. */
export async function buy(db: Sql, env: BareEnv, wanted: Purchase): Promise<object> {
  const orderId = randomUUID();
  const step = { orderId, recipientId: wanted.recipientId };
  const pack = await open(db, wanted, orderId);
  await db.begin(async (tx) => {
    await lock(tx, orderId);
    await tx`
      insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, state, created_at,
        changed_at, look_after, lives_until)
      values (${orderId}, ${step.recipientId}, 1, 13, ${orderId}, 'sent', now(), now(), now() + interval '1 hour',
        now() + interval '10 days') on conflict do nothing`;
    await tx`update orders set state = 'pending', moved_at = now() where id = ${orderId} and state = 'created' returning id`;
    await story(tx, step, 'payment-begun', 'pending');
  });
  const paid = await charge(env, pack, orderId, wanted.token);
  await db.begin((tx) => take(tx, step, pack, paid));
  await db.begin((tx) => credit(tx, step, pack));
  const [order] = await read(db, orderId);
  return { orderId, state: order?.state };
}

/** Buys with the engine and our own order flow behind it, so that the only difference to our shop is the HTTP layer. */
export async function buyByEngine(db: Sql, env: BareEnv, wanted: Purchase): Promise<object> {
  const orderId = randomUUID();
  await open(db, wanted, orderId);
  const context = { db, newId: randomUUID, chance: randomBytes };
  const pay = await sealPayment(context, {
    token: wanted.token,
    payer: { reference: 'bare', address: '127.0.0.1', locale: 'ar', browser: null },
    returnUrls: { frame: 'http://127.0.0.1/bank-return.html', page: 'http://127.0.0.1/recharge-list' },
  });
  const answer = await fetch(`${env.engineUrl}/order/${orderId}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `pay-${orderId}` },
    body: JSON.stringify(pay),
  });
  if (!answer.ok) throw new Error(`engine: ${answer.status}`);
  return (await answer.json()) as object;
}
