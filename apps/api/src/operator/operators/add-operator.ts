import { isOperatorRole, SIGN_OFF_BY_MAX, type OperatorRole } from '@jawhara/domain';
import type { Tx } from '../../platform/postgres.ts';
import { act, type ActionFacts, type ActionDone } from '../act.ts';
import { digestOf, fingerprintText, publicKeyText, readPublicKey } from '../identity/operator-key.ts';
import { allOperators, insertOperator, type NewOperator } from '../identity/operator.store.ts';
import { signOffOf, type KeyInUse, type OperatorSignOff } from '../identity/sign-off.ts';
import { certificateText, signable } from '../identity/signed-text.ts';
import { lockChain } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';

/** A person's name on one line, as it stands in every record. */
export function isOperatorName(name: string): boolean {
  return /^\P{C}+$/u.test(name) && name.trim() === name && name.length <= SIGN_OFF_BY_MAX;
}

export interface OperatorInput {
  readonly name: string;
  readonly role: string;
  /** As `ops login` of that person prints it. */
  readonly key: string;
}

function deedOf({
  name,
  role,
  publicKey,
}: {
  name: string;
  role: OperatorRole;
  publicKey: Buffer;
}): ActionFacts {
  return {
    subject: `operator:${fingerprintText(digestOf(publicKey))}`,
    before: {},
    after: { name, role, key: publicKeyText(publicKey) },
  };
}

/** Under the lock of the chain, so that two of one name at once meet here. */
async function isThere(tx: Tx, name: string, publicKey: Buffer): Promise<boolean> {
  const all = await allOperators(tx);
  return all.some((one) => (one.endedAt === null && one.name === name) || one.publicKey.equals(publicKey));
}

/** By an administrator, whose signature under the certificate is what makes the new operator count. */
export function addOperator(
  context: OperatorContext,
  signOff: OperatorSignOff,
  { name, role, key }: OperatorInput,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'operators add', async (tx) => {
    const publicKey = readPublicKey(key);
    if (!isOperatorName(name) || !isOperatorRole(role) || publicKey === null)
      return refused('operator-unreadable');
    await lockChain(tx);
    if (await isThere(tx, name, publicKey)) return refused('operator-there', name);
    const { newId, now } = context.orders;
    const facts = { id: newId(), name, role, publicKey, addedAt: now(), addedBy: signOff.operatorId };
    await insertOperator(tx, { ...facts, certificate: signOff.certify(certificateText(facts)) });
    return deedOf({ name, role, publicKey });
  });
}

/**
 * The first administrator signs itself. Only while there is no operator at all, or where the deployment's settings name the key:
 * that is the way back when every administrator's key is lost.
 */
export function addFirstOperator(
  context: OperatorContext,
  inUse: KeyInUse,
  { name, why }: { readonly name: string; readonly why: string },
): Promise<ActionDone | Refused> {
  const { newId, now } = context.orders;
  const { publicKey, fingerprint } = inUse.key;
  const facts = { id: newId(), name, role: 'admin', publicKey, addedAt: now(), addedBy: null } as const;
  const prepare = async (tx: Tx): Promise<Refused | null> => {
    if (!isOperatorName(name)) return refused('operator-unreadable', name);
    await lockChain(tx);
    const { roots } = context.operators;
    const isNamed = roots.includes(fingerprintText(fingerprint));
    const isFirst = roots.length === 0 && (await allOperators(tx)).length === 0;
    if (!isNamed && !isFirst) return refused('operators-exist');
    if (await isThere(tx, name, publicKey)) return refused('operator-there', name);
    const certificate = inUse.key.sign(signable('certificate', certificateText(facts)));
    const operator: NewOperator = { ...facts, certificate };
    await insertOperator(tx, operator);
    return null;
  };
  const signOff = signOffOf(facts, inUse, { why, input: { name, key: publicKeyText(publicKey) } });
  return act(context, signOff, 'operators first', async () => deedOf(facts), prepare);
}
