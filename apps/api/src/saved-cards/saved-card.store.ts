import {
  payerReferenceOf,
  type AccountId,
  type CardExpiry,
  type CardFingerprint,
  type CardOwner,
  type CardScheme,
  type CardSourceId,
  type OrderId,
  type ProviderNumber,
  type SavedCard,
  type SavedCardId,
} from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';
import type { CardOnFile } from '../providers/provider.ts';
import { whereConsentPendingFor, whereSavedBy, savedAs } from './card-owner-clause.ts';
import type { Consent } from './card-question.store.ts';
import type { ProviderCardName } from './card-to-forget.store.ts';

export interface StoredCard extends SavedCard, ProviderCardName {
  readonly id: SavedCardId;
}

/** A card whose payer has not answered yet whether to save it. It is shown only with that question and cannot be charged. */
export interface PendingCard extends StoredCard {
  readonly consentPendingUntil: Date;
  readonly consentOrderId: OrderId;
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
  state: 'asked' | 'kept';
  asked_until: Date | null;
  asked_for: OrderId | null;
  recipient_account_id: AccountId;
  last_used_at: Date;
}

/** The most cards that are listed: more than any person uses. */
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
    isRemembered: row.state === 'kept',
    lastUsedAt: row.last_used_at,
    recipientId: row.recipient_account_id,
    ownerId: row.owner_account_id,
  };
}

function pendingCardOf(row: CardRow): PendingCard {
  const { asked_until: consentPendingUntil, asked_for: consentOrderId } = row;
  if (consentPendingUntil === null || consentOrderId === null)
    throw new Error(`card ${row.id} is not asked about`);
  return { ...cardOf(row), consentPendingUntil, consentOrderId };
}

function columns(db: Reader) {
  return db`id, owner_device, owner_account_id, provider, source_id, fingerprint, scheme, last4, issuer_country, expiry,
    is_expired_by_bank, state, asked_until, asked_for, recipient_account_id, last_used_at`;
}

export async function cardsOf(db: Reader, owner: CardOwner): Promise<StoredCard[]> {
  const rows = await db<CardRow[]>`
    select ${columns(db)} from saved_cards where ${whereSavedBy(db, owner)}
    order by last_used_at desc limit ${LISTED_MAX}`;
  return rows.map(cardOf);
}

export async function cardBySource(
  db: Reader,
  owner: CardOwner,
  sourceId: CardSourceId,
): Promise<StoredCard | null> {
  const [row] = await db<CardRow[]>`
    select ${columns(db)} from saved_cards where source_id = ${sourceId} and ${whereSavedBy(db, owner)}
    order by last_used_at desc limit 1`;
  return row ? cardOf(row) : null;
}

/** The provider's id of the order's saved card, if this owner may pay with it: part of the statement that reads the order. */
export function sourceOfOrderCard(db: Reader, owner: CardOwner) {
  return db`(select source_id from saved_cards
    where saved_cards.id = orders.saved_card_id and ${whereSavedBy(db, owner)})`;
}

export async function cardById(db: Reader, owner: CardOwner, id: SavedCardId): Promise<StoredCard | null> {
  const [row] = await db<CardRow[]>`
    select ${columns(db)} from saved_cards where id = ${id} and ${whereSavedBy(db, owner)}`;
  return row ? cardOf(row) : null;
}

/**
 * The saved card of this owner with the same fingerprint, the last used one. For a signed-in payer, a card that the device
 * saved for guests does not count: the payer must agree that the account may have it too.
 */
export async function savedCardByFingerprint(
  tx: Tx,
  owner: CardOwner,
  fingerprint: CardFingerprint,
): Promise<StoredCard | null> {
  const [row] = await tx<CardRow[]>`
    select ${columns(tx)} from saved_cards where fingerprint = ${fingerprint} and state = 'kept' and ${savedAs(tx, owner)}
    order by last_used_at desc limit 1 for update`;
  return row ? cardOf(row) : null;
}

/** Finds the card only while its payer can still answer whether to save it. */
export async function pendingCardById(
  db: Reader,
  owner: CardOwner,
  id: SavedCardId,
  now: Date,
): Promise<PendingCard | null> {
  const [row] = await db<CardRow[]>`
    select ${columns(db)} from saved_cards
    where id = ${id} and ${whereConsentPendingFor(db, owner)} and asked_until > ${now}`;
  return row ? pendingCardOf(row) : null;
}

/** Locks the row, so that two answers are applied one after the other. */
export async function lockPendingCard(
  tx: Tx,
  owner: CardOwner,
  sourceId: CardSourceId,
  now: Date,
): Promise<PendingCard | null> {
  const [row] = await tx<CardRow[]>`
    select ${columns(tx)} from saved_cards
    where source_id = ${sourceId} and ${whereConsentPendingFor(tx, owner)} and asked_until > ${now}
    order by asked_until desc limit 1 for update`;
  return row ? pendingCardOf(row) : null;
}

export interface CardUse {
  readonly owner: CardOwner;
  readonly provider: ProviderNumber;
  readonly recipientId: AccountId;
  readonly at: Date;
}

/** Why a card may be saved at its provider: the payer agreed, or can still answer. */
export type CardStanding =
  | { readonly state: 'kept'; readonly consent: Consent }
  | { readonly state: 'asked'; readonly until: Date; readonly orderId: OrderId };

/** Inserts the card. False if the owner has a row for this card already. */
export async function insertCard(
  tx: Tx,
  id: SavedCardId,
  card: CardOnFile,
  use: CardUse,
  standing: CardStanding,
): Promise<boolean> {
  const isSaved = standing.state === 'kept';
  const rows = await tx`
    insert into saved_cards (id, owner_device, owner_account_id, provider, source_id, fingerprint, scheme, last4,
      bin, issuer_country, expiry, recipient_account_id, created_at, last_used_at, state, asked_until, asked_for,
      consent_text, consented_at)
    values (${id}, ${use.owner.device}, ${use.owner.accountId}, ${use.provider}, ${card.sourceId},
      ${card.fingerprint}, ${card.scheme}, ${card.last4}, ${card.bin}, ${card.issuerCountry}, ${card.expiry},
      ${use.recipientId}, ${use.at}, ${use.at}, ${standing.state}, ${isSaved ? null : standing.until},
      ${isSaved ? null : standing.orderId}, ${isSaved ? standing.consent.text : null}, ${isSaved ? standing.consent.at : null})
    on conflict (owner_device, owner_account_id, fingerprint) do nothing
    returning id`;
  return rows.length === 1;
}

/** Locks the row of exactly this owner for the card, saved or not answered yet. */
export async function lockCardOf(
  tx: Tx,
  { device, accountId }: CardOwner,
  fingerprint: CardFingerprint,
): Promise<StoredCard | null> {
  const [row] = await tx<CardRow[]>`
    select ${columns(tx)} from saved_cards
    where owner_device = ${device} and owner_account_id is not distinct from ${accountId} and fingerprint = ${fingerprint}
    for update`;
  return row ? cardOf(row) : null;
}

/** The card was typed again: its row takes the newer id, date and use, so it moves to the top of the list. */
export async function renameCard(
  tx: Tx,
  id: SavedCardId,
  card: CardOnFile,
  use: Omit<CardUse, 'owner'>,
): Promise<void> {
  await tx`
    update saved_cards set provider = ${use.provider}, source_id = ${card.sourceId}, expiry = ${card.expiry},
      is_expired_by_bank = false, recipient_account_id = ${use.recipientId}, last_used_at = ${use.at}
    where id = ${id}`;
}

/** Asks for a newer order whether to save the card. If the payer has agreed meanwhile, it stays saved. */
export async function askOnceMore(tx: Tx, id: SavedCardId, until: Date, orderId: OrderId): Promise<void> {
  await tx`
    update saved_cards set asked_until = ${until}, asked_for = ${orderId} where id = ${id} and state = 'asked'`;
}

export async function markSaved(tx: Tx, id: SavedCardId, consent: Consent): Promise<void> {
  await tx`
    update saved_cards set state = 'kept', asked_until = null, asked_for = null, consent_text = ${consent.text},
      consented_at = ${consent.at}
    where id = ${id} and state = 'asked'`;
}

/** A saved card paid again. If it was deleted meanwhile, nothing is recorded. */
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
    where source_id = ${sourceId} and ${whereSavedBy(tx, owner)}`;
}

/**
 * Deletes the owner's saved cards with this fingerprint, and on this device also those whose payer has not answered yet. The
 * caller must have the provider delete them.
 */
export async function removeByPrint(
  tx: Tx,
  owner: CardOwner,
  fingerprint: CardFingerprint,
): Promise<StoredCard[]> {
  const rows = await tx<CardRow[]>`
    delete from saved_cards where fingerprint = ${fingerprint} and (${whereSavedBy(tx, owner)} or ${whereConsentPendingFor(tx, owner)})
    returning ${columns(tx)}`;
  return rows.map(cardOf);
}

export async function removeBySource(
  tx: Tx,
  owner: CardOwner,
  sourceId: CardSourceId,
): Promise<StoredCard[]> {
  const rows = await tx<CardRow[]>`
    delete from saved_cards where source_id = ${sourceId} and (${whereSavedBy(tx, owner)} or ${whereConsentPendingFor(tx, owner)})
    returning ${columns(tx)}`;
  return rows.map(cardOf);
}

/** Deletes cards whose payer did not answer in time whether to save them. Two processes never take the same card. */
export async function removeUnanswered(tx: Tx, now: Date, most: number): Promise<StoredCard[]> {
  const rows = await tx<CardRow[]>`
    delete from saved_cards where id = any(array(
      select id from saved_cards where state = 'asked' and asked_until <= ${now}
      order by asked_until limit ${most} for update skip locked))
    returning ${columns(tx)}`;
  return rows.map(cardOf);
}

/** Deletes cards that were used last before this time. Two processes never take the same card. */
export async function removeUnused(tx: Tx, usedBefore: Date, most: number): Promise<StoredCard[]> {
  const rows = await tx<CardRow[]>`
    delete from saved_cards where id = any(array(
      select id from saved_cards where last_used_at < ${usedBefore}
      order by last_used_at limit ${most} for update skip locked))
    returning ${columns(tx)}`;
  return rows.map(cardOf);
}

/** Deletes every card of an account, or of a device without one: saved cards and those whose payer has not answered yet. */
export async function removeOfPerson(tx: Tx, owner: CardOwner): Promise<StoredCard[]> {
  const rows = await tx<
    CardRow[]
  >`delete from saved_cards where ${savedAs(tx, owner)} returning ${columns(tx)}`;
  return rows.map(cardOf);
}

/**
 * Deletes the device's own cards, and those about which the caller has not answered yet on it. Saved cards of an account stay.
 */
export async function removeOfDevice(tx: Tx, owner: CardOwner): Promise<StoredCard[]> {
  const rows = await tx<CardRow[]>`
    delete from saved_cards where ${savedAs(tx, { ...owner, accountId: null })} or ${whereConsentPendingFor(tx, owner)}
    returning ${columns(tx)}`;
  return rows.map(cardOf);
}
