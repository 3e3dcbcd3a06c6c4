import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { PayWith } from '@jawhara/domain';
import type { PayerFacts, ReturnUrls } from '../../providers/provider.ts';
import {
  deleteSealedPayment,
  insertSealedPayment,
  sealedPaymentById,
} from '../store/sealed-payment.store.ts';
import type { OrderContext } from '../base/order-context.ts';
import type { SealedPayment } from '../base/order-life.ts';

/** A payer's payment input and its origin: all that a provider learns about the payer. */
export type PaymentInput = PayWith & { readonly returnUrls: ReturnUrls; readonly payer: PayerFacts };

const CIPHER = 'aes-256-gcm';
/**
 * How long the sealed input is stored: as long as a one-time token is valid. If the engine runs the payment later, the input is
 * gone and the payer enters the card again.
 */
const SEALED_MAX_MS = 15 * 60_000;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Constant, because every key encrypts exactly one text. */
const NONCE = Buffer.alloc(12);

export async function sealPayment(
  { db, newId, chance }: Pick<OrderContext, 'db' | 'newId' | 'chance'>,
  paying: PaymentInput,
): Promise<SealedPayment> {
  const cardId = newId();
  const key = Buffer.from(chance(KEY_BYTES));
  const cipher = createCipheriv(CIPHER, key, NONCE).setAAD(Buffer.from(cardId));
  const sealed = Buffer.concat([
    cipher.update(JSON.stringify(paying), 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  await insertSealedPayment(db, { id: cardId, sealed, goneAfterMs: SEALED_MAX_MS });
  return { cardId, cardKey: key.toString('base64url') };
}

/** Null if the sealed input expired, or the database crashed since. It can be opened again until it is discarded. */
export async function openSealedPayment(
  { db }: Pick<OrderContext, 'db'>,
  { cardId, cardKey }: SealedPayment,
): Promise<PaymentInput | null> {
  const sealed = await sealedPaymentById(db, cardId);
  if (sealed === null) return null;
  const key = Buffer.from(cardKey, 'base64url');
  const opened = createDecipheriv(CIPHER, key, NONCE)
    .setAAD(Buffer.from(cardId))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  const text = Buffer.concat([opened.update(sealed.subarray(0, -TAG_BYTES)), opened.final()]);
  return JSON.parse(text.toString('utf8')) as PaymentInput;
}

export async function discardSealedPayment(
  { db }: Pick<OrderContext, 'db'>,
  { cardId }: SealedPayment,
): Promise<void> {
  await deleteSealedPayment(db, cardId);
}
