import type { GrowingTable } from './table-growth.ts';

export interface Scale {
  readonly orders: number;
  readonly accounts: number;
}

/** How many of the newest orders are still open; every older one is decided. */
const OPEN_ORDERS = 2_000;
const DAYS = 540;
export const TELEMETRY_DAYS = 30;

/** A number between 0 and 1, spread evenly by a hash, the same in every run. */
const share = (salt: number): string =>
  `((hashint8(n + ${salt}::bigint)::bigint & 2147483647) / 2147483648::float8)`;
const device = (of: string): string => `substr(md5((${of})::text) || md5('d' || (${of})), 1, 43)`;
/** A time-ordered id, as the application makes them. */
const idAt = (at: string, salt: string): string =>
  `(lpad(to_hex((date_part('epoch', ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(${salt}), 1, 3)
    || '8' || substr(md5(${salt}), 4, 15))::uuid`;

/** Picks an account so that few accounts get most of the orders: the larger the bend, the fewer. */
const account = ({ accounts }: Scale, salt: number, bend: number): string =>
  `10000000 + floor(${accounts} * power(${share(salt)}, ${bend}))::bigint`;
const everyAccount = (step: number): string =>
  `select id as account_id, id - 10000000 as n from accounts where id >= 10000000 and id % ${step} = 0`;
const steps = (count: number): string => `generate_series(1, ${Math.max(1, Math.floor(count))}) n`;

type Statements<Table extends GrowingTable> = Readonly<Record<Table, string>>;

/** Accounts with their bans, devices, logins and recipients. */
function people({ accounts }: Scale) {
  return {
    accounts: `
      insert into accounts (id, display_id, nickname, status, is_guest, source)
      select 10000000 + n, (20000000 + n * 3)::text, 'n' || n,
        case when n % 50 = 0 then 'banned' when n % 70 = 0 then 'deactivated' else 'normal' end, n % 9 = 0,
        case when n % 40 = 0 then 'ludo' else 'social' end
      from generate_series(0, ${accounts - 1}) n`,
    bans: `
      insert into bans (account_id, kind, earlier_refund_bans, until, since, lifted_at, lifted_by)
      select id, case when id % 3 = 0 then 'permanent' else 'refund' end, id % 4,
        case when id % 3 > 0 then now() + interval '30 days' end, now(), case when id % 100 = 0 then now() end,
        case when id % 100 = 0 then 'person:Huda' end
      from accounts where status = 'banned' and id >= 10000000`,
    fines_paid: `
      insert into fines_paid (account_id, ban_id, fine_order_id, paid_at)
      select b.account_id, b.id, o.id, o.created_at from bans b cross join lateral (
        select id, created_at from orders where recipient_account_id = b.account_id order by id limit 1) o`,
    account_devices: `
      insert into account_devices (account_id, device, first_seen)
      select payer_account_id, payer_device, min(created_at) from orders
      where payer_account_id is not null group by 1, 2 order by 1, 2`,
    declined_joins: `
      insert into declined_joins (device, account_id, declined_at)
      select device, account_id, first_seen from account_devices where account_id % 20 = 0`,
    payer_restrictions: `
      insert into payer_restrictions (subject_kind, subject, cause_order_id, since)
      select 'device', payer_device, id, created_at from orders where state = 'charged-back'`,
    sessions: `
      insert into sessions (key_digest, account_id, login_kind, created_at, expires_at)
      select sha256(('s' || n)::bytea), account_id, 'password', now() - interval '29 days' * ${share(5)},
        now() + interval '30 days' * (${share(6)} - 0.003)
      from (${everyAccount(4)}) a`,
    passwords: `
      insert into passwords (account_id, hash, changed_at)
      select account_id, '$argon2id$v=19$m=19456,t=2,p=1$' || md5(n::text) || md5('h' || n), now() from (${everyAccount(2)}) a`,
    social_links: `
      insert into social_links (provider, subject, account_id, linked_at)
      select case when n % 8 = 0 then 'google' else 'facebook' end, (10150000000000000 + n)::text, account_id, now()
      from (${everyAccount(4)}) a`,
    login_tickets: `
      insert into login_tickets (ticket_digest, account_id, created_at, expires_at, used_at)
      select sha256(('t' || n)::bytea), account_id, now() - interval '1 hour' * ${share(7)},
        now() + interval '5 minutes' * (${share(8)} - 0.005), case when n % 3 = 0 then now() end
      from (${everyAccount(20)}) a`,
    used_hand_overs: `
      insert into used_hand_overs (challenge_digest, used_at, ends_at)
      select sha256(('h' || n)::bytea), now() - interval '1 hour' * ${share(7)},
        now() + interval '5 minutes' * (${share(8)} - 0.005)
      from (${everyAccount(20)}) a`,
    used_sign_in_tokens: `
      insert into used_sign_in_tokens (token_digest, used_at, ends_at)
      select sha256(('g' || n)::bytea), now() - interval '1 hour' * ${share(7)},
        now() + interval '5 minutes' * (${share(8)} - 0.005)
      from (${everyAccount(20)}) a`,
    account_presence: `
      insert into account_presence (account_id, is_streamer, is_online, last_joined_room_id)
      select account_id, n % 20 = 0, n % 5 = 0, 88000 + n % 5000 from (${everyAccount(4)}) a`,
    recipient_history: `
      insert into recipient_history (payer, recipient_account_id, fill_times, first_fill_at, last_fill_at)
      select 'device:' || payer_device, recipient_account_id, count(*), min(created_at), max(created_at)
      from orders where credited_at is not null and recipient_account_id % 3 = 0 group by 1, 2 order by 1, 2`,
  } satisfies Partial<Statements<GrowingTable>>;
}

/** Orders spread roughly evenly over a year and a half, with their payments, events, webhooks and ledger entries. */
function purchases(scale: Scale) {
  const { orders } = scale;
  return {
    orders: `
      insert into orders (id, recipient_account_id, payer_device, payer_account_id, recharge_id, price_usd_cents, gems,
        bonus_gems, pay_type, provider, state, outcome, created_at, moved_at, credited_at, look_after)
      select ${idAt('at', "'o' || n")}, ${account(scale, 1, 2)}, ${device(`floor(${orders} * 0.3 * power(${share(2)}, 2))::bigint`)},
        case when n % 3 = 0 then ${account(scale, 3, 1)} end, 'gems-1060', 999, 1060, 60, 23, 13, state,
        case when state = 'refused' then 'balance' end, at, at + interval '20 seconds',
        case when state in ('delivered', 'refunded', 'charged-back') then at + interval '20 seconds' end,
        case when state in ('created', 'awaiting-payer', 'pending', 'paid')
          then now() + (${orders} - n - 500) * interval '1 second' end
      from (
        select n, now() - interval '${DAYS} days' * ((${orders} - n) / ${orders}::float8) as at,
          case when n > ${orders - Math.min(OPEN_ORDERS, Math.floor(orders / 10))}
              then (array['created', 'awaiting-payer', 'pending', 'paid'])[1 + n % 4]
            when ${share(4)} < 0.74 then 'delivered' when ${share(4)} < 0.88 then 'refused'
            when ${share(4)} < 0.92 then 'cancelled' when ${share(4)} < 0.98 then 'expired'
            when ${share(4)} < 0.995 then 'refunded' else 'charged-back' end as state
        from generate_series(1::bigint, ${orders}) n) made`,
    order_requests: `
      insert into order_requests (payer_device, request_id, content_digest, order_id, recipient_account_id, created_at)
      select payer_device, id::text, decode(md5(id::text), 'hex'), id, recipient_account_id, created_at
      from orders order by payer_device, id::text`,
    order_events: `
      insert into order_events (id, order_id, recipient_account_id, at, kind, from_state, to_state)
      select ${idAt('created_at', 'step || id::text')}, id, recipient_account_id, created_at, step,
        case when step = 'created' then null else 'created' end, state
      from orders, (values ('created'), ('moved')) steps (step) order by created_at`,
    payments: `
      insert into payments (order_id, recipient_account_id, attempt, provider, idempotency_key, provider_payment_id,
        state, standing, amount_minor_units, currency, created_at, changed_at, paid_at, lives_until, look_after)
      select id, recipient_account_id, 1, 13, id || '-1',
        case when credited_at is not null or state = 'refused' then 'pay_' || id end,
        case when credited_at is not null then 'paid' when state = 'refused' then 'refused' else 'sent' end,
        case when credited_at is not null then 'kept' end, 999, 'USD', created_at, moved_at,
        case when credited_at is not null then moved_at end, created_at + interval '10 days',
        case when credited_at is null and state <> 'refused' and created_at > now() - interval '10 days' then created_at end
      from orders where state not in ('created', 'cancelled')`,
    notifications: `
      insert into notifications (id, provider, event_id, event_type, order_id, body, received_at, hand_over_after, processed_at)
      select ${idAt('moved_at', "'w' || id")}, 13, 'evt_' || id, 'payment_captured', id, '{"id":"' || id || '"}',
        moved_at, case when state = 'paid' then moved_at + interval '30 seconds' end,
        case when state <> 'paid' then moved_at end
      from orders where state in ('delivered', 'refused', 'refunded', 'charged-back', 'paid')`,
    notification_keys: `
      insert into notification_keys (provider, event_id, notification_id)
      select provider, event_id, id from notifications order by provider, event_id`,
    ledger_transfers: `
      insert into ledger_transfers (order_id, recipient_account_id, number, kind, created_at)
      select id, recipient_account_id, 1, 'delivery', credited_at from orders where credited_at is not null`,
    // Entries are read by their key only, so every fifth transfer is enough to show the plans.
    ledger_entries: `
      insert into ledger_entries (order_id, recipient_account_id, number, ledger_account, unit, amount)
      select order_id, recipient_account_id, number, coalesce(side, 'account:' || recipient_account_id), unit, amount
      from ledger_transfers, (values (null, 'gem', 1060), ('gems-issued', 'gem', -1060),
        ('provider:13', 'USD', 999), ('gem-sales', 'USD', -999)) entry (side, unit, amount)
      where recipient_account_id % 5 = 0`,
    gem_balances: `
      insert into gem_balances (account_id, gems)
      select recipient_account_id, 1060 * count(*) from ledger_transfers group by 1 order by 1`,
  } satisfies Partial<Statements<GrowingTable>>;
}

/** Rows that operators work with: settlement files, reconciliation runs, alerts, records of their actions. */
function desk() {
  return {
    settlement_files: `
      insert into settlement_files (id, provider, day, name, digest, row_count, fees, read_at)
      select ${idAt('day', "'f' || day")}, 13, day, 'financial-actions_' || day::date, sha256('f'::bytea), count(*), '{}', now()
      from (select date_trunc('day', moved_at) as day from payments join orders on id = order_id where standing = 'kept') paid
      group by day`,
    settlement_lines: `
      insert into settlement_lines (provider, line_key, file_id, day, what, provider_payment_id, order_id, minor_units,
        currency, at)
      select 13, 'act_' || p.order_id || '/capture', f.id, f.day, 'captured', p.provider_payment_id, p.order_id, 999, 'USD', p.paid_at
      from payments p join settlement_files f on f.day = p.paid_at::date where p.standing = 'kept'`,
    reconciliation_runs: `
      insert into reconciliation_runs (id, provider, day, zone, files, counts, totals, started_at, ended_at)
      select id, 13, day, 'UTC', array[name], '{}', '[]', read_at, read_at from settlement_files`,
    alerts: `
      insert into alerts (id, kind, urgency, subject, order_id, recipient_account_id, raised_at, closed_at, closed_by, closed_why,
        posted_at)
      select id, 'late-confirmation', 'note', order_id::text, order_id, recipient_account_id, at, closed_at,
        case when closed_at is not null then 'somebody' end, case when closed_at is not null then 'seen to' end, at
      from (
        select ${idAt('created_at', "'a' || id")} as id, id as order_id, recipient_account_id, created_at as at,
          case when created_at < now() - interval '2 days' then created_at + interval '1 hour' end as closed_at
        from orders where state = 'charged-back') made`,
    operator_actions: `
      insert into operator_actions (id, at, done_by, why, verb, subject, before, after, key_fingerprint, nonce, request,
        request_signature, sequence, previous_digest, record_signature)
      select ${idAt('moved_at', "'p' || id")}, moved_at, 'somebody', 'the payer asked', 'order refund', 'order:' || id, '{}', '{}',
        sha256('k'::bytea), md5('n' || id)::uuid, '{}', sha512('r'::bytea), row_number() over (order by moved_at, id),
        sha256('d'::bytea), sha512('s'::bytea)
      from orders where state = 'refunded'`,
  } satisfies Partial<Statements<GrowingTable>>;
}

/** Refunds and disputes. */
function returns() {
  return {
    refunds: `
      insert into refunds (id, order_id, recipient_account_id, provider, provider_payment_id, amount_minor_units, currency,
        cause, asked_by, state, return_id, created_at, changed_at)
      select ${idAt('moved_at', "'r' || id")}, id, recipient_account_id, 13, 'pay_' || id, 999, 'USD', 'operator', 'somebody',
        'accepted', 'act_' || id, moved_at, moved_at
      from orders where state = 'refunded'`,
    payment_returns: `
      insert into payment_returns (provider, return_id, order_id, recipient_account_id, provider_payment_id, how, stage,
        amount_minor_units, currency, money_told_at, first_told_at, changed_at)
      select 13, 'act_' || id, id, recipient_account_id, 'pay_' || id,
        case state when 'refunded' then 'refund' else 'dispute' end, 'taken', 999, 'USD', 'taken', moved_at, moved_at
      from orders where state in ('refunded', 'charged-back')`,
    mail_subscriptions: `
      insert into mail_subscriptions (id, order_id, recipient_account_id, sealed_address, locale, consent_text, consented_at,
        ended_at, ended_by)
      select id, id, recipient_account_id, case when created_at > now() - interval '180 days' then sha512('m'::bytea) end,
        'ar', 'mail-ar-1', created_at, case when created_at <= now() - interval '180 days' then now() end,
        case when created_at <= now() - interval '180 days' then 'time' end
      from orders where state in ('delivered', 'refunded') and hashint8(('x' || substr(md5(id::text), 1, 8))::bit(32)::bigint) % 3 = 0`,
    mails: `
      insert into mails (id, subscription_id, order_id, recipient_account_id, kind, cause, facts, state, created_at, ended_at)
      select id, id, order_id, recipient_account_id, 'receipt', '', '{"kind":"receipt"}', 'sent', consented_at, consented_at
      from mail_subscriptions`,
  } satisfies Partial<Statements<GrowingTable>>;
}

/** Rows that visitors of the site cause: questions whether to save a card, saved cards, telemetry, feedback and uploads. */
function pages(scale: Scale) {
  const { orders } = scale;
  return {
    card_questions: `
      insert into card_questions (order_id, recipient_account_id, provider, asked_at, consent_text, consented_at)
      select id, recipient_account_id, provider, created_at, case when gems % 3 = 0 then 'remember-ar-1' end,
        case when gems % 3 = 0 then created_at end
      from orders`,
    saved_cards: `
      insert into saved_cards (id, owner_device, owner_account_id, provider, source_id, fingerprint, scheme, last4, bin,
        expiry, recipient_account_id, created_at, last_used_at, state, asked_until, asked_for, consent_text, consented_at)
      select ${idAt('at', "'c' || n")}, ${device('n / 2')}, case when n % 3 = 0 then ${account(scale, 9, 1)} end, 13,
        'src_' || md5(n::text), md5('f' || n), 'visa', lpad((n % 10000)::text, 4, '0'), '400000', '07/29',
        ${account(scale, 10, 2)}, at, at, case when n % 500 = 0 then 'asked' else 'kept' end,
        case when n % 500 = 0 then now() + interval '1 minute' * (n % 60 - 30) end,
        case when n % 500 = 0 then gen_random_uuid() end, case when n % 500 > 0 then 'remember-ar-1' end,
        case when n % 500 > 0 then at end
      from (select n, now() - interval '${DAYS} days' * ${share(11)} as at from ${steps(orders / 5)}) made order by at`,
    telemetry_records: `
      insert into telemetry_records (id, received_at, kind, name, device, order_id, body)
      select ${idAt('at', "'t' || n")}, at, 'event', 'pay_click', ${device('n % 300000')}, null, '{"page":"pay"}'
      from (select n, now() - interval '${TELEMETRY_DAYS} days' * (1 - n / ${orders * 0.4}::float8) as at
        from ${steps(orders * 0.4)}) made`,
    feedback_reports: `
      insert into feedback_reports (id, number, created_at, device, content, topic, order_number, model, version, page_id,
        file_keys, request_id)
      select ${idAt('at', "'r' || n")}, 'F' || n, at, ${device('n')}, 'text', 'other', '', 'm', '1', 'pay', '{}', 'request-' || n
      from (select n, now() - interval '${DAYS} days' * ${share(12)} as at from ${steps(orders / 50)}) made`,
    uploads: `
      insert into uploads (key, token_digest, purpose, device, content_type, bytes, state, created_at, expires_at)
      select 'feedback/' || md5(n::text), sha256(('u' || n)::bytea), case when n % 10 = 0 then 'audit' else 'feedback' end,
        ${device('n')}, 'image/png', 4000,
        case when n % 10 = 0 then 'stored' when n % 100 = 1 then 'issued' when n % 100 = 2 then 'stored' else 'attached' end,
        at, at + interval '10 minutes'
      from (select n, now() - interval '${DAYS} days' * ${share(13)} as at from ${steps(orders / 25)}) made`,
  } satisfies Partial<Statements<GrowingTable>>;
}

/** A statement for each table; each takes its rows from the tables before it. */
export function growthStatements(scale: Scale): Statements<GrowingTable> {
  return { ...people(scale), ...purchases(scale), ...desk(), ...returns(), ...pages(scale) };
}
