import type { CardSourceId, ProviderNumber } from '@jawhara/domain';
import type { Db, Fragment, Reader, Tx } from '../platform/postgres.ts';

/** A provider's id of a saved card, and the payer reference it is saved for. */
export interface ProviderCardName {
  readonly provider: ProviderNumber;
  readonly sourceId: CardSourceId;
  readonly payerReference: string;
}

/** Why a provider is to delete a card, for operators who read the table. */
export type ForgetCause =
  | 'said-no'
  | 'question-closed'
  | 'nobody-asks'
  | 'not-the-order-s-payment'
  | 'deleted'
  | 'unused'
  | 'erasure'
  | 'newer-name';

/** Called in the transaction that deletes the card here. An id that is also another payer's card is not deleted. */
export async function forgetLater(
  tx: Tx,
  names: readonly ProviderCardName[],
  why: ForgetCause,
  at: Date,
): Promise<void> {
  for (const { provider, sourceId, payerReference } of names)
    await tx`
      insert into cards_to_forget (provider, source_id, payer_reference, why, since, try_after)
      select ${provider}, ${sourceId}, ${payerReference}, ${why}, ${at}, ${at}
      where not exists (select from saved_cards where provider = ${provider} and source_id = ${sourceId})
      on conflict do nothing`;
}

/**
 * Two parts of a statement about a card that was just saved under an id whose deletion is queued. `first` cancels the deletion if
 * it was not sent yet. `also` is true if it was sent: then the card counts as deleted.
 */
export function beingForgotten(
  tx: Tx,
  { provider, sourceId }: Pick<ProviderCardName, 'provider' | 'sourceId'>,
): { readonly first: Fragment; readonly also: Fragment } {
  return {
    first: tx`cancelled as (
      delete from cards_to_forget where provider = ${provider} and source_id = ${sourceId} and tries = 0
    )`,
    also: tx`exists (select from cards_to_forget where provider = ${provider} and source_id = ${sourceId} and tries > 0)`,
  };
}

export interface ClaimedName extends ProviderCardName {
  /** How often the deletion was tried, this time included. */
  readonly tries: number;
  readonly since: Date;
}

export interface ForgetPause {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Deletions that are due. Two processes never take the same one before its next try. */
export async function claimCardsToForget(
  db: Db,
  now: Date,
  { firstMs, mostMs }: ForgetPause,
  most: number,
): Promise<ClaimedName[]> {
  const rows = await db<
    {
      provider: ProviderNumber;
      source_id: CardSourceId;
      payer_reference: string;
      tries: number;
      since: Date;
    }[]
  >`
    update cards_to_forget set tries = tries + 1,
      try_after = ${now}::timestamptz
        + least(${firstMs}::float8 * power(2, least(tries, 30)), ${mostMs}::float8) * interval '1 millisecond'
    where ctid = any(array(
      select f.ctid from cards_to_forget f
      where f.try_after <= ${now}
        and not exists (select from saved_cards s where s.provider = f.provider and s.source_id = f.source_id)
      order by f.try_after limit ${most} for update skip locked))
    returning provider, source_id, payer_reference, tries, since`;
  return rows.map((row) => ({
    provider: row.provider,
    sourceId: row.source_id,
    payerReference: row.payer_reference,
    tries: row.tries,
    since: row.since,
  }));
}

/** Removes the deletion from the queue once the provider has done it. */
export async function crossOut(
  db: Db,
  { provider, sourceId }: Pick<ProviderCardName, 'provider' | 'sourceId'>,
): Promise<void> {
  await db`delete from cards_to_forget where provider = ${provider} and source_id = ${sourceId}`;
}

/** Whether the deletion of any card of this provider was tried this often already. */
export async function isForgettingOverdue(
  db: Reader,
  provider: ProviderNumber,
  tries: number,
): Promise<boolean> {
  const rows = await db`
    select from cards_to_forget where provider = ${provider} and tries >= ${tries} limit 1`;
  return rows.length > 0;
}

export async function countCardsToForget(db: Reader): Promise<number> {
  const [row] = await db<{ count: number }[]>`select count(*)::int as count from cards_to_forget`;
  return row?.count ?? 0;
}
