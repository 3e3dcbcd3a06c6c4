import { mayPerform, OPERATOR_REQUEST_WITHIN_MS, OPERATOR_VERBS, type OperatorVerb } from '@jawhara/domain';
import type { Reader, Tx } from '../../platform/postgres.ts';
import { isNonceUsed } from '../operator-action.store.ts';
import { databaseTime } from '../../system/system.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';
import { fingerprintText } from './operator-key.ts';
import { allOperators, type Operator } from './operator.store.ts';
import { signOffOf, type KeyInUse, type OperatorSignOff } from './sign-off.ts';
import {
  certificateText,
  isSignedFor,
  readRequest,
  type OperatorRequest,
  type SignedRequest,
} from './signed-text.ts';

/**
 * Operators whose certificates lead to a root: an administrator's self-signed key that the settings of the deployment
 * name. Without that setting every administrator with a self-signed key is a root, so the database alone decides who
 * the operators are.
 */
export function trustedOperators(all: readonly Operator[], roots: readonly string[]): readonly Operator[] {
  const trusted = new Map<string, Operator>();
  const isTrusted = (one: Operator): boolean => {
    const signer = one.addedBy === null ? one : trusted.get(one.addedBy);
    if (signer === undefined) return false;
    const isRoot = roots.length === 0 || roots.includes(fingerprintText(one.fingerprint));
    if (one.addedBy === null ? !isRoot || one.role !== 'admin' : signer.role !== 'admin') return false;
    if (signer.endedAt !== null && one.addedAt > signer.endedAt) return false;
    return isSignedFor('certificate', signer.publicKey, certificateText(one), one.certificate);
  };
  // If clocks differ, an operator may stand in the list before the administrator who added them. So the list is read
  // again until a pass adds no trusted operator.
  for (let before = -1; before !== trusted.size;) {
    before = trusted.size;
    for (const one of all) if (!trusted.has(one.id) && isTrusted(one)) trusted.set(one.id, one);
  }
  return [...trusted.values()];
}

function refusalOf(operator: Operator, verb: OperatorVerb): Refused | null {
  if (operator.endedAt !== null) return refused('operator-ended', operator.name);
  if (mayPerform(operator.role, verb)) return null;
  return refused(
    'role-missing',
    `${verb} needs ${OPERATOR_VERBS[verb].role}, ${operator.name} is ${operator.role}`,
  );
}

async function operatorMeant(
  db: Reader,
  { operators: { roots } }: OperatorContext,
  isMeant: (operator: Operator) => boolean,
): Promise<Operator | Refused> {
  const all = await allOperators(db);
  if (all.length === 0) return refused('no-operators');
  const listed = all.find(isMeant);
  if (listed === undefined) return refused('unknown-key');
  const isTrusted = trustedOperators(all, roots).includes(listed);
  return isTrusted ? listed : refused('operator-not-certified', listed.name);
}

/** Checks, before anything is shown or planned, that the key belongs to an operator who may perform the verb. */
export async function identifyOperator(
  context: OperatorContext,
  inUse: KeyInUse,
  wanted: { readonly verb: OperatorVerb; readonly why: string; readonly input: unknown },
): Promise<OperatorSignOff | Refused> {
  const { fingerprint } = inUse.key;
  const operator = await operatorMeant(context.orders.db, context, (one) =>
    one.fingerprint.equals(fingerprint),
  );
  if (isRefused(operator)) {
    const detail = operator.detail ?? fingerprintText(fingerprint);
    return { ...operator, detail };
  }
  return refusalOf(operator, wanted.verb) ?? signOffOf(operator, inUse, wanted);
}

export interface Admission {
  readonly operator: Operator;
  readonly signed: SignedRequest;
  readonly request: OperatorRequest;
}

/** Checks, in the verb's transaction, that the operator is listed, has not been ended, and has the role that the verb needs. */
export async function authoriseOperator(
  tx: Tx,
  context: OperatorContext,
  signOff: OperatorSignOff,
  verb: OperatorVerb,
): Promise<Operator | Refused> {
  const operator = await operatorMeant(tx, context, ({ id }) => id === signOff.operatorId);
  return isRefused(operator) ? operator : (refusalOf(operator, verb) ?? operator);
}

/**
 * Checks, in the verb's transaction before its work, that this operator signed the request, for this verb, just now,
 * and that the request was not used before.
 */
export async function admitOperator(
  tx: Tx,
  context: OperatorContext,
  signOff: OperatorSignOff,
  verb: OperatorVerb,
): Promise<Admission | Refused> {
  const operator = await authoriseOperator(tx, context, signOff, verb);
  if (isRefused(operator)) return operator;
  const signed = signOff.request(verb);
  const request = readRequest(signed.text);
  const isOurs = request !== null && request.operator === operator.id && request.verb === verb;
  const isAsSaid = isOurs && request.why === signOff.why && signOff.by === operator.name;
  if (!isAsSaid || !isSignedFor('request', operator.publicKey, signed.text, signed.signature))
    return refused('signature-wrong');
  const offMs = Date.parse(request.at) - (await databaseTime(tx)).getTime();
  // An unreadable time gives NaN, which fails this comparison too.
  if (!(Math.abs(offMs) <= OPERATOR_REQUEST_WITHIN_MS)) {
    const side = offMs > 0 ? 'ahead of' : 'behind';
    return refused('clock-differs', `${Math.round(Math.abs(offMs) / 1000)} s ${side} the database`);
  }
  if (await isNonceUsed(tx, request.nonce)) return refused('request-used', request.nonce);
  return { operator, signed, request };
}
