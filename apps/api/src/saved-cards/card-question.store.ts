import type { AccountId, CardConsent, OrderId, ProviderNumber } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** The card that a question is about: one order asks each of its providers for one payment. */
export interface QuestionKey {
  readonly orderId: OrderId;
  readonly recipientId: AccountId;
  readonly provider: ProviderNumber;
}

export interface Consent {
  readonly text: string;
  readonly at: Date;
}

export interface CardQuestion {
  /** Null: not answered, or answered with no. */
  readonly consent: Consent | null;
}

/** Recorded before the provider may save the card. The same order sent twice asks once. */
export async function recordQuestion(
  tx: Tx,
  key: QuestionKey,
  consent: CardConsent | null,
  at: Date,
): Promise<void> {
  await tx`
    insert into card_questions (order_id, recipient_account_id, provider, asked_at, consent_text, consented_at)
    values (${key.orderId}, ${key.recipientId}, ${key.provider}, ${at}, ${consent}, ${consent === null ? null : at})
    on conflict do nothing`;
}

/** Null: the payer is not asked about this card, so its provider was not allowed to save it. */
export async function questionOf(
  db: Reader,
  { orderId, provider }: Omit<QuestionKey, 'recipientId'>,
): Promise<CardQuestion | null> {
  const [row] = await db<{ consent_text: string | null; consented_at: Date | null }[]>`
    select consent_text, consented_at from card_questions where order_id = ${orderId} and provider = ${provider}`;
  if (!row) return null;
  const { consent_text: text, consented_at: at } = row;
  return { consent: text === null || at === null ? null : { text, at } };
}

/** The first yes counts: later texts may differ from the one that was agreed to. */
export async function recordConsent(
  tx: Tx,
  { orderId, provider }: Omit<QuestionKey, 'recipientId'>,
  text: CardConsent,
  at: Date,
): Promise<void> {
  await tx`
    update card_questions set consent_text = ${text}, consented_at = ${at}
    where order_id = ${orderId} and provider = ${provider} and consent_text is null`;
}
