import { readFile } from 'node:fs/promises';
import {
  isOrderId,
  PROVIDER_NUMBERS,
  RETURN_STAGE_NAMES,
  type OrderId,
  type ProviderNumber,
  type ReturnUpdate,
} from '@jawhara/domain';
import * as v from 'valibot';
import { readSnapshot, type OrderSnapshot } from '../../../orders/base/order-snapshot.ts';
import type { PaymentStep } from '../../../providers/provider.ts';

export type PaidStep = Extract<PaymentStep, { kind: 'paid' }>;
export type RefusedStep = Extract<PaymentStep, { kind: 'refused' }>;
export type ChallengeStep = Extract<PaymentStep, { kind: 'challenge' }>;

/** The facts about one order that the engine's log contains. */
export interface LoggedOrder {
  readonly orderId: OrderId;
  snapshot: OrderSnapshot | null;
  /** The providers at which a payment was started, each with the provider's payment id; null if the log has no id. */
  readonly started: Map<ProviderNumber, string | null>;
  readonly paid: { readonly provider: ProviderNumber; readonly step: PaidStep }[];
  readonly refused: Map<ProviderNumber, RefusedStep>;
  /** Challenges of the bank (3-D Secure) that the payer has not completed yet. */
  readonly challenges: Map<ProviderNumber, ChallengeStep>;
  readonly returned: { readonly provider: ProviderNumber; readonly word: ReturnUpdate }[];
}

/** The file is not a saved log of the engine. */
export class NotEngineLog extends Error {}

/**
 * The bytes are not validated one by one: a log of an hour has millions of them, and a wrong byte makes the JSON
 * invalid anyway.
 */
const bytes = v.pipe(
  v.custom<readonly number[]>(Array.isArray),
  v.transform((list) => Buffer.from(list).toString('utf8')),
  v.parseJson(),
);

const entrySchema = v.union([
  v.object({
    Command: v.object({ Run: v.object({ completion_id: v.number(), name: v.string() }) }),
  }),
  v.object({
    Notification: v.object({
      Completion: v.object({
        Run: v.object({ completion_id: v.number(), result: v.object({ Success: bytes }) }),
      }),
    }),
  }),
]);

const rowSchema = v.object({
  order_id: v.pipe(v.string(), v.check(isOrderId)),
  created_at: v.string(),
  invocation: v.string(),
  entry: v.number(),
  entry_json: v.pipe(v.string(), v.parseJson()),
});

const logSchema = v.object({ rows: v.array(v.unknown()) });

const provider = v.picklist(PROVIDER_NUMBERS);
const money = v.object({ currency: v.string(), minorUnits: v.pipe(v.number(), v.safeInteger()) });
const named = v.object({ providerPaymentId: v.nullable(v.string()) });
const paidSchema = v.object({
  kind: v.literal('paid'),
  providerPaymentId: v.string(),
  money,
  paidWith: v.nullable(v.looseObject({ scheme: v.string(), last4: v.string() })),
});
const refusedSchema = v.object({
  kind: v.literal('refused'),
  providerPaymentId: v.nullable(v.string()),
  outcome: v.picklist(['balance', 'expire', 'verify', 'high-risk', 'other']),
  code: v.string(),
});
const challengeSchema = v.intersect([
  v.object({ kind: v.literal('challenge'), providerPaymentId: v.nullable(v.string()) }),
  v.variant('way', [
    v.object({ way: v.literal('native'), action: v.string() }),
    v.object({ way: v.picklist(['frame', 'page']), url: v.string() }),
  ]),
]);
const returnSchema = v.object({
  returnId: v.string(),
  how: v.picklist(['refund', 'dispute', 'reversal']),
  stage: v.picklist(RETURN_STAGE_NAMES),
  providerPaymentId: v.nullable(v.string()),
  money: v.nullable(money),
  fee: v.nullable(money),
});
const answerSchema = v.object({ provider, answer: v.unknown() });
const startedSchema = v.object({ kind: v.literal('begun'), provider, snapshot: v.optional(v.unknown()) });
const webhookSchema = v.object({ provider, word: v.unknown() });
const returnedWord = v.object({ kind: v.literal('returned'), returned: v.unknown() });
const returnsSchema = v.object({ returns: v.array(v.unknown()) });

function noteReturn(order: LoggedOrder, from: ProviderNumber, value: unknown): void {
  if (v.is(returnSchema, value)) order.returned.push({ provider: from, word: value });
}

/** A provider's answer, from a call, a look-up or a webhook. */
function noteAnswer(order: LoggedOrder, from: ProviderNumber, answer: unknown): void {
  if (v.is(returnedWord, answer)) return noteReturn(order, from, answer.returned);
  if (v.is(named, answer))
    order.started.set(from, answer.providerPaymentId ?? order.started.get(from) ?? null);
  // An answer about this payment ends an earlier challenge of the bank. "Unknown" has no payment id and changes nothing.
  if (v.is(named, answer)) order.challenges.delete(from);
  if (v.is(challengeSchema, answer)) order.challenges.set(from, answer);
  if (v.is(refusedSchema, answer)) order.refused.set(from, answer);
  const paid = v.safeParse(paidSchema, answer);
  if (!paid.success) return;
  // The card that the provider saved is left out: the log does not say whether its payer agreed.
  const step = { ...paid.output, card: null } as PaidStep;
  order.paid.push({ provider: from, step });
  if (v.is(returnsSchema, answer)) for (const one of answer.returns) noteReturn(order, from, one);
}

/** Notes the result of a step that says something about money; results of other steps are ignored. */
function noteStep(order: LoggedOrder, step: string, result: unknown, calling: ProviderNumber | null): void {
  if (step === 'authorise' && calling !== null) noteAnswer(order, calling, result);
  if (step === 'confirm' && v.is(answerSchema, result)) noteAnswer(order, result.provider, result.answer);
  if (step === 'ask providers' && Array.isArray(result))
    for (const one of result) if (v.is(answerSchema, one)) noteAnswer(order, one.provider, one.answer);
  if (step === 'read' && v.is(webhookSchema, result)) noteAnswer(order, result.provider, result.word);
}

/** Returns the provider whose payment this step started. */
function noteBeginning(order: LoggedOrder, result: unknown): ProviderNumber | null {
  if (!v.is(startedSchema, result)) return null;
  order.snapshot ??= readSnapshot(result.snapshot);
  if (!order.started.has(result.provider)) order.started.set(result.provider, null);
  return result.provider;
}

const BEGINNINGS = ['begin', 'begin again'];

interface Entry {
  readonly order_id: string;
  readonly created_at: string;
  readonly invocation: string;
  readonly entry: number;
  readonly content: v.InferOutput<typeof entrySchema>;
}

function entriesIn(rows: readonly unknown[]): Entry[] {
  const entries = rows.flatMap((row): Entry[] => {
    const reading = v.safeParse(rowSchema, row);
    if (!reading.success)
      throw new NotEngineLog(`a row without ${v.getDotPath(reading.issues[0]) ?? 'content'}`);
    // A step that failed has no result, and one that waits has none yet.
    const content = v.safeParse(entrySchema, reading.output.entry_json);
    return content.success ? [{ ...reading.output, content: content.output }] : [];
  });
  return entries.toSorted(
    (one, other) =>
      one.created_at.localeCompare(other.created_at) ||
      one.invocation.localeCompare(other.invocation) ||
      one.entry - other.entry,
  );
}

/** The log as `deploy/backup/save-engine-log` writes it: results of the steps of orders. */
export function readEngineLog(text: string): Map<OrderId, LoggedOrder> {
  let log: unknown;
  try {
    log = JSON.parse(text);
  } catch {
    throw new NotEngineLog('this is no JSON');
  }
  if (!v.is(logSchema, log)) throw new NotEngineLog('no rows');
  const orders = new Map<OrderId, LoggedOrder>();
  const steps = new Map<string, string>();
  const calling = new Map<string, ProviderNumber>();
  for (const { order_id, invocation, content } of entriesIn(log.rows)) {
    const orderId = order_id as OrderId;
    const order = orders.get(orderId) ?? {
      orderId,
      snapshot: null,
      started: new Map(),
      paid: [],
      refused: new Map(),
      challenges: new Map(),
      returned: [],
    };
    orders.set(orderId, order);
    if ('Command' in content) {
      const { completion_id, name } = content.Command.Run;
      steps.set(`${invocation} ${completion_id}`, name);
      continue;
    }
    const { completion_id, result } = content.Notification.Completion.Run;
    const step = steps.get(`${invocation} ${completion_id}`) ?? '';
    const started = BEGINNINGS.includes(step) ? noteBeginning(order, result.Success) : null;
    if (started !== null) calling.set(invocation, started);
    noteStep(order, step, result.Success, calling.get(invocation) ?? null);
  }
  return orders;
}

export async function loadEngineLog(path: string): Promise<Map<OrderId, LoggedOrder>> {
  return readEngineLog(await readFile(path, 'utf8'));
}
