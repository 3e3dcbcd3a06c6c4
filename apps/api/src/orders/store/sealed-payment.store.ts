import type { Db } from '../../platform/postgres.ts';

export async function insertSealedPayment(
  db: Db,
  {
    id,
    sealed,
    goneAfterMs,
  }: { readonly id: string; readonly sealed: Uint8Array; readonly goneAfterMs: number },
): Promise<void> {
  await db`
    insert into cards_in_hand (id, sealed, gone_after)
    values (${id}, ${sealed}, now() + ${goneAfterMs} * interval '1 millisecond')`;
}

export async function sealedPaymentById(db: Db, id: string): Promise<Uint8Array | null> {
  const [row] = await db<{ sealed: Uint8Array }[]>`select sealed from cards_in_hand where id = ${id}`;
  return row?.sealed ?? null;
}

export async function deleteSealedPayment(db: Db, id: string): Promise<void> {
  await db`delete from cards_in_hand where id = ${id}`;
}

/**
 * Deletes sealed payments that no call used: the engine forgot the call, or the same request was sent again. Uses the
 * database's clock: a machine whose clock is fast must not delete a row that another has just stored.
 */
export async function deleteAbandonedPayments(db: Db): Promise<void> {
  await db`delete from cards_in_hand where gone_after <= now()`;
}
