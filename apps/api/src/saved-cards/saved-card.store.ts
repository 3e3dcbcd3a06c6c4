import type {
  AccountId,
  CardExpiry,
  CardFingerprint,
  CardScheme,
  CardSourceId,
  ProviderNumber,
  SavedCard,
  SavedCardId,
} from '@jawhara/domain';
import type { Db, Reader, Tx } from '../platform/postgres.ts';
import type { CardOnFile } from '../providers/provider.ts';
import type { CardOwner } from './card-owner.ts';
import { payerReferenceOf } from './payer-reference.ts';

export interface StoredCard extends SavedCard {
  readonly id: SavedCardId;
  readonly provider: ProviderNumber;
  /** Who keeps it, as the provider knows them. */
  readonly payerReference: string;
}

interface CardRow {
  id: SavedCardId;
  owner_device: string;
  owner_account_id: AccountId | null;
  provider: ProviderNumber;
  source_id: CardSourceId;
  fingerprint: CardFingerprint;
  scheme: CardScheme;
  last4: string;
  issuer_country: string | null;
  expiry: CardExpiry;
  is_expired_by_bank: boolean;
  is_remembered: boolean;
  recipient_account_id: AccountId;
  last_used_at: Date;
}

/** Nobody has more cards than this that they still mean to use. */
const LISTED_MAX = 50;

function cardOf(row: CardRow): StoredCard {
  return {
    id: row.id,
    provider: row.provider,
    payerReference: payerReferenceOf({ device: row.owner_device, accountId: row.owner_account_id }),
    sourceId: row.source_id,
    fingerprint: row.fingerprint,
    scheme: row.scheme,
    last4: row.last4,
    issuerCountry: row.issuer_country,
    expiry: row.expiry,
    isExpiredByBank: row.is_expired_by_bank,
    isRemembered: row.is_remembered,
    lastUsedAt: row.last_used_at,
    recipientId: row.recipient_account_id,
    ownerId: row.owner_account_id,
  };
}

function columns(db: Reader) {
  return db`id, owner_device, owner_account_id, provider, source_id, fingerprint, scheme, last4, issuer_country, expiry,
    is_expired_by_bank, is_remembered, recipient_account_id, last_used_at`;
}

/** In every query that answers or changes something for a caller: a foreign card does not exist. */
function seenBy(db: Reader, { device, accountId }: CardOwner) {
  return accountId === null
    ? db`owner_device = ${device}`
    : db`(owner_device = ${device} or owner_account_id = ${accountId})`;
}

export async function cardsOf(db: Reader, owner: CardOwner): Promise<StoredCard[]> {
  const rows = await db<CardRow[]>`
    select ${columns(db)} from saved_cards where ${seenBy(db, owner)}
    order by last_used_at desc limit ${LISTED_MAX}`;
  return rows.map(cardOf);
}

export async function cardBySource(
  db: Reader,
  owner: CardOwner,
  sourceId: CardSourceId,
): Promise<StoredCard | null> {
  const [row] = await db<CardRow[]>`
    select ${columns(db)} from saved_cards where source_id = ${sourceId} and ${seenBy(db, owner)}
    order by last_used_at desc limit 1`;
  return row ? cardOf(row) : null;
}

export async function cardById(db: Reader, owner: CardOwner, id: SavedCardId): Promise<StoredCard | null> {
  const [row] = await db<CardRow[]>`
    select ${columns(db)} from saved_cards where id = ${id} and ${seenBy(db, owner)}`;
  return row ? cardOf(row) : null;
}

export async function cardsByFingerprint(
  db: Reader,
  owner: CardOwner,
  fingerprint: CardFingerprint,
): Promise<StoredCard[]> {
  const rows = await db<CardRow[]>`
    select ${columns(db)} from saved_cards where fingerprint = ${fingerprint} and ${seenBy(db, owner)}`;
  return rows.map(cardOf);
}

export interface CardUse {
  readonly id: SavedCardId;
  readonly owner: CardOwner;
  readonly provider: ProviderNumber;
  readonly recipientId: AccountId;
  readonly at: Date;
}

/** A card that was typed in and paid. One the owner had before keeps its place and takes the newer name and date. */
export async function keepCard(tx: Tx, card: CardOnFile, use: CardUse): Promise<SavedCardId> {
  const [kept] = await tx<{ id: SavedCardId }[]>`
    insert into saved_cards (id, owner_device, owner_account_id, provider, source_id, fingerprint, scheme, last4,
      bin, issuer_country, expiry, recipient_account_id, created_at, last_used_at)
    values (${use.id}, ${use.owner.device}, ${use.owner.accountId}, ${use.provider}, ${card.sourceId},
      ${card.fingerprint}, ${card.scheme}, ${card.last4}, ${card.bin}, ${card.issuerCountry}, ${card.expiry},
      ${use.recipientId}, ${use.at}, ${use.at})
    on conflict (owner_device, owner_account_id, fingerprint) do update set provider = excluded.provider,
      source_id = excluded.source_id, expiry = excluded.expiry, is_expired_by_bank = false,
      recipient_account_id = excluded.recipient_account_id, last_used_at = excluded.last_used_at
    returning id`;
  if (!kept) throw new Error('a card was neither kept nor known');
  return kept.id;
}

/** A saved card paid again. It may have been deleted meanwhile: then nothing is left to say of it. */
export async function usedAgain(
  tx: Tx,
  id: SavedCardId,
  use: Pick<CardUse, 'recipientId' | 'at'>,
): Promise<void> {
  await tx`
    update saved_cards set recipient_account_id = ${use.recipientId}, last_used_at = ${use.at},
      is_expired_by_bank = false where id = ${id}`;
}

export async function markExpiredByBank(tx: Tx, id: SavedCardId): Promise<void> {
  await tx`update saved_cards set is_expired_by_bank = true where id = ${id}`;
}

export async function setExpiry(
  tx: Tx,
  owner: CardOwner,
  sourceId: CardSourceId,
  expiry: CardExpiry,
): Promise<void> {
  await tx`
    update saved_cards set expiry = ${expiry}, is_expired_by_bank = false
    where source_id = ${sourceId} and ${seenBy(tx, owner)}`;
}

export async function setRemembered(
  tx: Tx,
  owner: CardOwner,
  fingerprint: CardFingerprint,
  isRemembered: boolean,
): Promise<void> {
  await tx`
    update saved_cards set is_remembered = ${isRemembered}
    where fingerprint = ${fingerprint} and ${seenBy(tx, owner)}`;
}

/** Of these cards' names at the provider, those that only these rows use: another owner's must go on working. */
export async function sourcesOfNobodyElse(
  db: Db,
  cards: readonly StoredCard[],
): Promise<Pick<StoredCard, 'provider' | 'sourceId' | 'payerReference'>[]> {
  const ids = cards.map((card) => card.id);
  const sources = cards.map((card) => card.sourceId);
  const rows = await db<{ source_id: CardSourceId }[]>`
    select source_id from saved_cards where source_id = any(${sources}) and id <> all(${ids})`;
  const elsewhere = new Set(rows.map((row) => row.source_id));
  return cards.filter((card) => !elsewhere.has(card.sourceId));
}

export async function removeCards(tx: Tx, ids: readonly SavedCardId[]): Promise<void> {
  await tx`delete from saved_cards where id = any(${ids as SavedCardId[]})`;
}
