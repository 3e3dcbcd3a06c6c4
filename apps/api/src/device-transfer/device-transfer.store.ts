import type { Tx } from '../platform/postgres.ts';

/** Marks the transfer as used; false if it was used before. */
export async function claimTransfer(
  tx: Tx,
  used: { readonly digest: Buffer; readonly at: Date; readonly endsAt: Date },
): Promise<boolean> {
  const { count } = await tx`
    insert into used_hand_overs (challenge_digest, used_at, ends_at)
    values (${used.digest}, ${used.at}, ${used.endsAt}) on conflict do nothing`;
  return count === 1;
}

export async function deleteEndedTransfers(tx: Tx, now: Date, most: number): Promise<number> {
  const { count } = await tx`
    delete from used_hand_overs where challenge_digest = any(array(
      select challenge_digest from used_hand_overs where ends_at <= ${now} order by ends_at limit ${most}))`;
  return count;
}
