import type { OrderId } from '@jawhara/domain';
import * as v from 'valibot';
import { payingSpanOf } from '../paying-span.ts';
import type { LookUp } from '../provider.ts';
import type { Silence } from '../send-once.ts';
import { chargeSchema, orderIdOf, stepOfCharge, type Charge } from './charge-step.ts';
import type { TapClient } from './client.ts';

export interface TapBooks {
  readonly client: TapClient;
  readonly now: () => Date;
}

const PAGE_MAX = 50;
const PAGES_MAX = 60;

const pageSchema = v.object({ charges: v.array(v.looseObject({ id: v.string() })), has_more: v.boolean() });

const UNREADABLE = { kind: 'unknown', why: 'unreadable answer' } as const;

/** The order's charges among these rows; null if one of them is unreadable. */
function chargesOf(orderId: OrderId, rows: readonly object[]): Charge[] | null {
  const own = rows.filter((row) => JSON.stringify(row).includes(orderId));
  const readings = own.map((row) => v.safeParse(chargeSchema, row));
  if (readings.some(({ success }) => !success)) return null;
  return readings
    .flatMap((reading) => (reading.success ? [reading.output] : []))
    .filter((charge) => orderIdOf(charge) === orderId);
}

/** The provider cannot search by our reference: all charges of the order's time are read and compared here. */
async function listedOf({ client, now }: TapBooks, orderId: OrderId): Promise<Charge[] | Silence> {
  const { from, to } = payingSpanOf(orderId, now());
  const period = { date: { from: from.getTime(), to: to.getTime() } };
  const found: Charge[] = [];
  let after: string | null = null;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const listRequest = { period, limit: PAGE_MAX, ...(after === null ? {} : { starting_after: after }) };
    const answer = await client.post('/charges/list', listRequest);
    if (answer.kind === 'unknown') return answer;
    const page = answer.kind === 'answered' ? v.safeParse(pageSchema, answer.body) : null;
    const charges = page?.success ? chargesOf(orderId, page.output.charges) : null;
    if (!page?.success || charges === null) return UNREADABLE;
    found.push(...charges);
    after = page.output.charges.at(-1)?.id ?? null;
    if (!page.output.has_more || after === null) return found;
  }
  return { kind: 'unknown', why: 'too many payments to look through' };
}

/** The charge that decides: first one with money, then an open one, then a refused one; of several the newest. */
function chosenOf(charges: readonly Charge[]): Charge | undefined {
  const first = (...kinds: readonly string[]) =>
    charges.find((charge) => kinds.includes(stepOfCharge(charge).kind));
  return first('paid') ?? first('pending', 'unknown') ?? charges[0];
}

export async function lookUpByOrder(books: TapBooks, orderId: OrderId): Promise<LookUp> {
  const charges = await listedOf(books, orderId);
  if ('kind' in charges) return charges;
  const chosen = chosenOf(charges);
  return chosen ? stepOfCharge(chosen) : { kind: 'none' };
}

/** Refunds are not part of a look-up here: webhooks report them. Disputes are in the payout report alone. */
export async function lookUp(
  books: TapBooks,
  orderId: OrderId,
  providerPaymentId: string | null,
): Promise<LookUp> {
  if (providerPaymentId === null) return lookUpByOrder(books, orderId);
  const answer = await books.client.get('charges :id', `/charges/${encodeURIComponent(providerPaymentId)}`);
  if (answer.kind === 'unknown') return answer;
  if (answer.kind === 'refused') return lookUpByOrder(books, orderId);
  const reading = v.safeParse(chargeSchema, answer.body);
  return reading.success ? stepOfCharge(reading.output) : UNREADABLE;
}
