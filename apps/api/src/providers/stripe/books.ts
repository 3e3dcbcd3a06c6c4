import type { OrderId, ReturnStage, ReturnUpdate } from '@jawhara/domain';
import * as v from 'valibot';
import { payingSpanOf } from '../paying-span.ts';
import type { LookUp } from '../provider.ts';
import type { Silence } from '../send-once.ts';
import type { StripeClient, StripeClientAnswer } from './client.ts';
import { intentSchema, moneyOf, ORDER_KEY, orderIdIn, stepOfIntent, type Intent } from './intent-step.ts';

export interface StripeBooks {
  readonly client: StripeClient;
  readonly now: () => Date;
}

/** The provider's search may be an hour behind: payments it may not know yet are read from the list. */
const LIST_REACHES_MS = 65 * 60_000;
/** Pages of a hundred payments that are read before the look-up gives up. */
const PAGES_MAX = 30;

const pageSchema = v.object({ data: v.array(intentSchema), has_more: v.boolean() });

const UNREADABLE = { kind: 'unknown', why: 'unreadable answer' } as const;

type Page = v.InferOutput<typeof pageSchema>;

function pageIn(answer: StripeClientAnswer): Page | Silence {
  if (answer.kind === 'unknown') return { kind: 'unknown', why: answer.why };
  if (answer.kind === 'refused') return { kind: 'unknown', why: answer.code };
  const reading = v.safeParse(pageSchema, answer.body);
  return reading.success ? reading.output : UNREADABLE;
}

const ofOrder =
  (orderId: OrderId) =>
  ({ metadata }: Intent): boolean =>
    orderIdIn(metadata) === orderId;

async function recentIntentsOf({ client, now }: StripeBooks, orderId: OrderId): Promise<Intent[] | Silence> {
  // Payments older than the order do not belong to it.
  const { from } = payingSpanOf(orderId, now());
  const since = new Date(Math.max(from.getTime(), now().getTime() - LIST_REACHES_MS));
  let after: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = pageIn(await client.listIntents(since, after));
    if ('kind' in page) return page;
    const found = page.data.filter(ofOrder(orderId));
    if (found.length > 0 || !page.has_more) return found;
    after = page.data.at(-1)?.id ?? null;
  }
  return { kind: 'unknown', why: 'too many payments to look through' };
}

/** The payment that decides: first one with money, then the newest open one, then the newest. */
function chosenOf(intents: readonly Intent[]): Intent | undefined {
  const sorted = intents.toSorted((one, other) => other.created - one.created);
  const first = (...kinds: readonly string[]) =>
    sorted.find((intent) => kinds.includes(stepOfIntent(intent).kind));
  return first('paid') ?? first('pending', 'unknown') ?? sorted[0];
}

/** Each refund status of the provider as a stage of ours. */
export const REFUND_STAGES = {
  pending: 'announced',
  requires_action: 'announced',
  succeeded: 'taken',
  failed: 'given-back',
  canceled: 'given-back',
} as const satisfies Record<string, ReturnStage>;

export const refundSchema = v.object({
  id: v.pipe(v.string(), v.minLength(4)),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
  status: v.picklist(Object.keys(REFUND_STAGES) as (keyof typeof REFUND_STAGES)[]),
  payment_intent: v.nullish(v.string()),
});

export type StripeRefund = v.InferOutput<typeof refundSchema>;

export function refundWord(refund: StripeRefund): ReturnUpdate {
  return {
    returnId: refund.id,
    how: 'refund',
    stage: REFUND_STAGES[refund.status],
    providerPaymentId: refund.payment_intent ?? null,
    money: moneyOf(refund.amount, refund.currency),
    fee: null,
  };
}

const refundsSchema = v.object({ data: v.array(refundSchema), has_more: v.literal(false) });

/** Adds the refunds to a paid look-up. Disputes are reported only by webhook. */
async function withReturns(client: StripeClient, intent: Intent): Promise<LookUp> {
  const step = stepOfIntent(intent);
  if (step.kind !== 'paid') return step;
  const answer = await client.listRefunds(intent.id);
  const reading = answer.kind === 'answered' ? v.safeParse(refundsSchema, answer.body) : null;
  // Without its refunds the payment would be reported wrongly.
  if (!reading?.success)
    return answer.kind === 'unknown' ? { kind: 'unknown', why: answer.why } : { ...UNREADABLE };
  return { ...step, returns: reading.output.data.map(refundWord) };
}

export async function lookUpByOrder(books: StripeBooks, orderId: OrderId): Promise<LookUp> {
  const searched = pageIn(await books.client.searchIntents(`metadata['${ORDER_KEY}']:'${orderId}'`));
  if ('kind' in searched) return searched;
  const known = searched.data.filter(ofOrder(orderId));
  // The search may know only an older attempt: the list has the newer ones.
  const hasMoney = known.some((intent) => stepOfIntent(intent).kind === 'paid');
  const recent = hasMoney ? [] : await recentIntentsOf(books, orderId);
  if ('kind' in recent) return recent;
  const chosen = chosenOf([...recent, ...known.filter(({ id }) => recent.every((one) => one.id !== id))]);
  return chosen ? withReturns(books.client, chosen) : { kind: 'none' };
}

export async function lookUp(
  books: StripeBooks,
  orderId: OrderId,
  providerPaymentId: string | null,
): Promise<LookUp> {
  if (providerPaymentId === null) return lookUpByOrder(books, orderId);
  const answer = await books.client.intent(providerPaymentId);
  if (answer.kind === 'unknown') return { kind: 'unknown', why: answer.why };
  if (answer.kind === 'refused') return lookUpByOrder(books, orderId);
  const reading = v.safeParse(intentSchema, answer.body);
  return reading.success ? withReturns(books.client, reading.output) : UNREADABLE;
}
