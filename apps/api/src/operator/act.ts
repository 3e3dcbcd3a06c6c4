import { isDeepStrictEqual } from 'node:util';
import type { OperatorReadVerb, OperatorVerb } from '@jawhara/domain';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import { admitOperator, authoriseOperator, type Admission } from './identity/admit-operator.ts';
import { digestOf } from './identity/operator-key.ts';
import { allOperators } from './identity/operator.store.ts';
import type { OperatorSignOff } from './identity/sign-off.ts';
import { BEFORE_FIRST, isSignedFor, recordText } from './identity/signed-text.ts';
import {
  isNonceUsed,
  lastSignedAction,
  lockChain,
  recordAction,
  type Facts,
  type OperatorAction,
  type SignedAction,
} from './operator-action.store.ts';
import type { OperatorContext } from './operator-context.ts';
import { isRefused, refused, type Refused } from './refusals.ts';

/** The subject of an action, with the facts before and after it, for the record of operator actions. */
export interface ActionFacts {
  /** The thing that was changed or read: `order:<id>`, `account:<display id>`, `alert:<id>` and the like. */
  readonly subject: string;
  readonly before: Facts;
  readonly after: Facts;
}

export interface ActionDone {
  readonly kind: 'done';
  readonly action: OperatorAction;
}

/** Thrown to roll the transaction back; `act` catches it and returns its refusal. */
class NotDone extends Error {
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super(refusal.because);
    this.refusal = refusal;
  }
}

/** Thrown to roll a rehearsal back; it holds the facts that would have been recorded. */
class Rehearsed extends Error {
  readonly facts: ActionFacts;
  constructor(facts: ActionFacts) {
    super('rehearsed');
    this.facts = facts;
  }
}

/** The digest of a record, which the next record of the chain contains. */
export function digestOfRecord(action: SignedAction): Buffer {
  return digestOf(recordText(action, action));
}

/**
 * Appends the signed record under the lock of the record chain. An operator who was ended meanwhile, or a request that
 * was already used, is refused here.
 */
async function recordSigned(
  tx: Tx,
  { operator, signed, request }: Admission,
  signOff: OperatorSignOff,
  action: OperatorAction,
): Promise<void> {
  await lockChain(tx);
  const now = (await allOperators(tx)).find(({ id }) => id === operator.id);
  if (now === undefined || now.endedAt !== null) throw new NotDone(refused('operator-ended', operator.name));
  if (await isNonceUsed(tx, request.nonce)) throw new NotDone(refused('request-used', request.nonce));
  const last = await lastSignedAction(tx);
  const link = {
    sequence: (last?.sequence ?? 0) + 1,
    previousDigest: last === null ? BEFORE_FIRST : digestOfRecord(last),
    request: signed.text,
  };
  const text = recordText(action, link);
  const recordSignature = signOff.seal(text);
  if (!isSignedFor('record', operator.publicKey, text, recordSignature))
    throw new NotDone(refused('signature-wrong'));
  await recordAction(tx, {
    ...action,
    ...link,
    keyFingerprint: operator.fingerprint,
    nonce: request.nonce,
    requestSignature: signed.signature,
    recordSignature,
  });
}

/** Does the same work for the same operator in a rehearsal: nothing is signed or recorded, and the throw rolls the work back. */
async function rehearsed(
  tx: Tx,
  context: OperatorContext,
  signOff: OperatorSignOff,
  verb: OperatorVerb,
  work: (tx: Tx) => Promise<ActionFacts | Refused>,
): Promise<never> {
  const operator = await authoriseOperator(tx, context, signOff, verb);
  if (isRefused(operator)) throw new NotDone(operator);
  const facts = await work(tx);
  throw isRefused(facts) ? new NotDone(facts) : new Rehearsed(facts);
}

/** Runs the verb in a transaction that rolls back on a throw. */
async function perform(
  tx: Tx,
  context: OperatorContext,
  signOff: OperatorSignOff,
  verb: OperatorVerb,
  work: (tx: Tx) => Promise<ActionFacts | Refused>,
): Promise<ActionDone> {
  if (context.isRehearsal === true) return rehearsed(tx, context, signOff, verb, work);
  const admission = await admitOperator(tx, context, signOff, verb);
  if (isRefused(admission)) throw new NotDone(admission);
  const deed = await work(tx);
  if (isRefused(deed)) throw new NotDone(deed);
  const { now, newId } = context.orders;
  const { subject, before, after } = deed;
  const action = { id: newId(), at: now(), by: signOff.by, why: signOff.why, verb, subject, before, after };
  await recordSigned(tx, admission, signOff, action);
  return { kind: 'done', action };
}

/**
 * The only way a verb gets a transaction. The operator is authenticated first; the change and its signed record (by
 * which operator, for which reason) are committed together. A refusal leaves no change. `prepare` runs before
 * authentication, because it adds the first operator.
 */
export async function act(
  context: OperatorContext,
  signOff: OperatorSignOff,
  verb: OperatorVerb,
  work: (tx: Tx) => Promise<ActionFacts | Refused>,
  prepare: (tx: Tx) => Promise<Refused | null> = async () => null,
): Promise<ActionDone | Refused> {
  try {
    return await inTransaction(context.orders.db, async (tx): Promise<ActionDone> => {
      const no = await prepare(tx);
      if (no !== null) throw new NotDone(no);
      return perform(tx, context, signOff, verb, work);
    });
  } catch (error) {
    if (error instanceof NotDone) return error.refusal;
    throw error;
  }
}

/**
 * Shows what a verb would record, or its refusal, by doing its work and rolling it back. Allowed only for verbs whose
 * effects outside the database are messages to an order's flow, because a rehearsal leaves those messages out.
 */
export async function rehearse(
  context: OperatorContext,
  perform: (context: OperatorContext) => Promise<ActionDone | Refused>,
): Promise<ActionFacts | Refused> {
  try {
    const life = { ...context.life, send: async () => true };
    const ended = await perform({ ...context, life, isRehearsal: true });
    if (isRefused(ended)) return ended;
  } catch (error) {
    if (error instanceof Rehearsed) return error.facts;
    throw error;
  }
  throw new Error('a rehearsal was carried out');
}

/** Commits a record of who looked, at what and why. Personal data is shown only after that. */
export async function recordRead(
  context: OperatorContext,
  signOff: OperatorSignOff,
  verb: OperatorReadVerb,
  subject: string,
): Promise<Refused | null> {
  const done = await act(context, signOff, verb, async () => ({ subject, before: {}, after: {} }));
  return isRefused(done) ? done : null;
}

/** Compares, under the lock, the current plan with the one that the operator was shown. If they differ, the verb is refused. */
export function sameAsShown<Plan extends object>(shown: Plan, now: Plan | Refused): Plan | Refused {
  if (isRefused(now)) return now;
  return isDeepStrictEqual(shown, now) ? now : refused('changed-meanwhile');
}
