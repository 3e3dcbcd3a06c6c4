import { OPERATOR_READ_VERBS } from '@jawhara/domain';
import type { Reader, Tx } from '../platform/postgres.ts';

/** Plain values before or after an action: enough for a reviewer to see that the action was right. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

export interface OperatorAction {
  readonly id: string;
  readonly at: Date;
  readonly by: string;
  readonly why: string;
  readonly verb: string;
  readonly subject: string;
  readonly before: Facts;
  readonly after: Facts;
}

/** The proof of which operator acted: the request that was signed before, and the record's place in the chain of all records. */
export interface ActionProof {
  readonly keyFingerprint: Buffer;
  readonly nonce: string;
  readonly request: string;
  readonly requestSignature: Buffer;
  readonly sequence: number;
  readonly previousDigest: Buffer;
  readonly recordSignature: Buffer;
}

export type SignedAction = OperatorAction & ActionProof;

/** Key of an advisory lock, the same in every build of the program, so that records are written one after another. */
const CHAIN_LOCK = 7_342_053;

/** Locks the chain until the transaction ends. Meanwhile no other record is written, and no operator is added or ended. */
export async function lockChain(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(${CHAIN_LOCK})`;
}

export async function recordAction(tx: Tx, action: SignedAction): Promise<void> {
  await tx`
    insert into operator_actions (id, at, done_by, why, verb, subject, before, after, key_fingerprint, nonce, request,
      request_signature, sequence, previous_digest, record_signature)
    values (${action.id}, ${action.at}, ${action.by}, ${action.why}, ${action.verb}, ${action.subject},
      ${tx.json(action.before)}, ${tx.json(action.after)}, ${action.keyFingerprint}, ${action.nonce}, ${action.request},
      ${action.requestSignature}, ${action.sequence}, ${action.previousDigest}, ${action.recordSignature})`;
}

export async function isNonceUsed(db: Reader, nonce: string): Promise<boolean> {
  const rows = await db`select from operator_actions where nonce = ${nonce}::uuid`;
  return rows.length > 0;
}

function columns(db: Reader) {
  return db`id, at, done_by as by, why, verb, subject, before, after`;
}

function proofColumns(db: Reader) {
  return db`key_fingerprint as "keyFingerprint", nonce, request, request_signature as "requestSignature", sequence,
    previous_digest as "previousDigest", record_signature as "recordSignature"`;
}

export async function lastSignedAction(db: Reader): Promise<SignedAction | null> {
  const [row] = await db<SignedAction[]>`
    select ${columns(db)}, ${proofColumns(db)} from operator_actions
    where sequence is not null order by sequence desc limit 1`;
  return row ?? null;
}

export async function signedActionsAfter(
  db: Reader,
  sequence: number,
  most: number,
): Promise<SignedAction[]> {
  return db<SignedAction[]>`
    select ${columns(db)}, ${proofColumns(db)} from operator_actions
    where sequence > ${sequence} order by sequence limit ${most}`;
}

/**
 * Unsigned records since the first operator was added, oldest first. Such a record was written by an older build, or
 * directly in the database.
 */
export async function unsignedActionsSince(db: Reader, since: Date, most: number): Promise<OperatorAction[]> {
  return db<OperatorAction[]>`
    select ${columns(db)} from operator_actions
    where sequence is null and at >= ${since} order by at, id limit ${most}`;
}

export async function countUnsignedBefore(db: Reader, before: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from operator_actions where sequence is null and at < ${before}`;
  return row?.count ?? 0;
}

/** Records of changes to this subject, without records of reading personal data; the oldest first. */
export async function actionsOn(db: Reader, subject: string): Promise<OperatorAction[]> {
  return db<OperatorAction[]>`
    select ${columns(db)} from operator_actions
    where subject = ${subject} and verb <> all(${OPERATOR_READ_VERBS}::text[]) order by id`;
}

/** The newest record first. */
export async function actionsSince(
  db: Reader,
  since: Date,
  most: number,
  which: 'changes' | 'all' = 'changes',
): Promise<OperatorAction[]> {
  const changes = db`and verb <> all(${OPERATOR_READ_VERBS}::text[])`;
  return db<OperatorAction[]>`
    select ${columns(db)} from operator_actions
    where at > ${since} ${which === 'all' ? db`` : changes} order by at desc, id desc limit ${most}`;
}
