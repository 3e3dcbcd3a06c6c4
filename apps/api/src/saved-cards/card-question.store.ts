import type { AccountId, CardConsent, OrderId, ProviderNumber } from '@jawhara/domain';
import type { Fragment, Tx } from '../platform/postgres.ts';

/** Identifies the question whether a card may be saved. An order has at most one payment per provider, so also one card. */
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
  /** Null: the payer did not answer, or refused. */
  readonly consent: Consent | null;
}

/** Records, before the provider may save the card, that the payer will be asked about it. Sent twice, it is recorded once. */
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

/** `recordQuestion` as part of the statement that opens the order: reads the order from the statement's rows `opened`. */
export function questionOfOpened(
  tx: Tx,
  provider: ProviderNumber,
  consent: CardConsent | null,
  at: Date,
): Fragment {
  return tx`question as (
    insert into card_questions (order_id, recipient_account_id, provider, asked_at, consent_text, consented_at)
    select id, recipient_account_id, ${provider}::int, ${at}::timestamptz, ${consent}::text,
      ${consent === null ? null : at}::timestamptz
    from opened
    on conflict do nothing
  )`;
}

/**
 * Reads the question about the card. Null: the payer is not asked about it, so its provider was not allowed to save it. `also` is
 * a condition that the same statement evaluates, after its part `first`.
 */
export async function questionAnd(
  tx: Tx,
  { orderId, provider }: Omit<QuestionKey, 'recipientId'>,
  { first, also }: { readonly first: Fragment; readonly also: Fragment },
): Promise<{ readonly question: CardQuestion | null; readonly also: boolean }> {
  const [row] = await tx<
    { has_question: boolean; consent_text: string | null; consented_at: Date | null; also: boolean }[]
  >`
    with ${first}
    select q.order_id is not null as has_question, q.consent_text, q.consented_at, ${also} as also
    from (select) as one
    left join card_questions q on q.order_id = ${orderId} and q.provider = ${provider}`;
  if (!row) throw new Error('a left join has no row');
  const { has_question: hasQuestion, consent_text: text, consented_at: at } = row;
  const question = hasQuestion ? { consent: text === null || at === null ? null : { text, at } } : null;
  return { question, also: row.also };
}

/** The first consent counts: later texts may differ from the one to which the payer agreed. */
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
