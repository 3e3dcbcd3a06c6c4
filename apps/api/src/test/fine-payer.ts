import { randomUUID } from 'node:crypto';
import { createFinePay, readFine, type FineInfo, type OrderPlaced, type PayFine } from '@jawhara/contract';
import { accountId, CHECKOUT_COM_CARD, usdCents, type DisplayId } from '@jawhara/domain';
import type { Db } from '../platform/postgres.ts';
import type { Called, Shop, Visitor } from './shop.ts';

export interface BannedAccount {
  readonly id: number;
  readonly displayId: DisplayId;
}

let made = 0;

/** Creates a banned account. Each test has its own, because lifting its ban must not affect other tests. */
export async function bannedAccount(
  db: Db,
  ban: { kind?: 'refund' | 'permanent' | 'other'; count?: number; until?: Date | null } = {},
): Promise<BannedAccount> {
  made += 1;
  const account = { id: 5000 + made, displayId: `66000${String(made).padStart(2, '0')}` as DisplayId };
  await db`
    insert into accounts (id, display_id, nickname, status, source)
    values (${account.id}, ${account.displayId}, 'Banned', 'banned', 'social')`;
  await db`
    insert into bans (account_id, kind, earlier_refund_bans, until, since)
    values (${account.id}, ${ban.kind ?? 'refund'}, ${ban.count ?? 1}, ${ban.until ?? null}, now() - interval '1 day')`;
  return account;
}

export async function banOf(
  db: Db,
  account: number,
): Promise<{ status: string; liftedAt: Date | null } | undefined> {
  const [row] = await db<{ status: string; liftedAt: Date | null }[]>`
    select status, lifted_at as "liftedAt" from accounts join bans on account_id = accounts.id where accounts.id = ${account}`;
  return row;
}

export async function fineOf(visitor: Visitor, displayId: string): Promise<FineInfo> {
  const { value, refusal } = await visitor.call(readFine, { displayId: displayId as DisplayId });
  if (!value) throw new Error(`no fine: ${refusal}`);
  return value;
}

/** Pays a fine of $20 for an account with a card that is approved at once, unless the options say otherwise. */
export async function payFine(
  shop: Shop,
  visitor: Visitor,
  account: number,
  options: Partial<PayFine> & { scenario?: Parameters<Shop['token']>[0]; requestId?: string } = {},
): Promise<Called<OrderPlaced>> {
  const { scenario = 'approve', requestId = randomUUID(), ...overrides } = options;
  return visitor.call(
    createFinePay,
    {
      account: { accountId: accountId(account) },
      shown: { amountUsdCents: usdCents(2000) },
      payType: CHECKOUT_COM_CARD,
      card: overrides.card ?? { token: await shop.token(scenario) },
      ...overrides,
    },
    { 'x-request-id': requestId },
  );
}
