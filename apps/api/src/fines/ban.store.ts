import type { AccountId, Ban } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

interface BanRow {
  kind: Ban['kind'];
  refund_ban_count: number;
  until: Date | null;
}

function banOf({ kind, refund_ban_count: refundBanCount, until }: BanRow): Ban {
  if (kind === 'permanent') return { kind };
  return kind === 'refund' ? { kind, refundBanCount, until } : { kind, until };
}

/** The ban that nobody has lifted; null when there is none. */
export async function banOfAccount(db: Reader, id: AccountId): Promise<Ban | null> {
  const [row] = await db<BanRow[]>`
    select kind, refund_ban_count, until from bans where account_id = ${id} and lifted_at is null`;
  return row ? banOf(row) : null;
}

/**
 * True when it was lifted now. Only the ban that stood when the fine was asked for: one that came later costs more, and
 * the money of the first does not pay for it.
 */
export async function liftBan(
  tx: Tx,
  id: AccountId,
  { at, shownAt }: { readonly at: Date; readonly shownAt: Date },
): Promise<boolean> {
  const lifted = await tx`
    update bans set lifted_at = ${at}
    where account_id = ${id} and kind = 'refund' and lifted_at is null and since <= ${shownAt}
    returning account_id`;
  return lifted.length === 1;
}

/** A ban for money that went back. Each one counts, so that the next fine is twice this one; a permanent ban stays permanent. */
export async function banForRefund(tx: Tx, id: AccountId, at: Date): Promise<void> {
  await tx`
    insert into bans (account_id, kind, refund_ban_count, since) values (${id}, 'refund', 0, ${at})
    on conflict (account_id) do update set
      kind = case when bans.kind = 'permanent' and bans.lifted_at is null then 'permanent' else 'refund' end,
      refund_ban_count = bans.refund_ban_count + (case when bans.kind = 'refund' then 1 else 0 end),
      until = null, since = excluded.since, lifted_at = null`;
}
