import { isOperatorRole, OPERATOR_ROLES, SIGN_OFF_BY_MAX, type OperatorRole } from '@jawhara/domain';
import * as v from 'valibot';
import type { Tx } from '../../platform/postgres.ts';
import { act, type ActionDone, type ActionFacts } from '../act.ts';
import { trustedOperators } from '../identity/admit-operator.ts';
import { digestOf, fingerprintText, publicKeyText, readPublicKey } from '../identity/operator-key.ts';
import {
  allOperators,
  endOperator as writeEnd,
  insertOperator,
  type NewOperator,
  type Operator,
} from '../identity/operator.store.ts';
import { signOffOf, type KeyInUse, type OperatorSignOff } from '../identity/sign-off.ts';
import { certificateText, signable } from '../identity/signed-text.ts';
import { lockChain } from '../operator-action.store.ts';
import type { OperatorContext } from '../operator-context.ts';
import { refused, type Refused } from '../refusals.ts';
import { table, timeText } from '../report-parts.ts';
import { option, words } from '../verb-fields.ts';
import { change, firstChange, openRead, shown } from '../verb.ts';

export interface ListedOperator extends Operator {
  /** False: no chain of certificates leads from this operator to a root key. */
  readonly isTrusted: boolean;
  readonly addedByName: string | null;
}

export async function listOperators({
  orders: { db },
  operators: { roots },
}: OperatorContext): Promise<readonly ListedOperator[]> {
  const all = await allOperators(db);
  const trusted = new Set(trustedOperators(all, roots).map(({ id }) => id));
  const names = new Map(all.map(({ id, name }) => [id, name]));
  return all.map((one) => ({
    ...one,
    isTrusted: trusted.has(one.id),
    addedByName: one.addedBy === null ? null : (names.get(one.addedBy) ?? null),
  }));
}

/** Whether the text can be an operator's name: one line, because it is written into every record. */
function isOperatorName(name: string): boolean {
  return /^\P{C}+$/u.test(name) && name.trim() === name && name.length <= SIGN_OFF_BY_MAX;
}

export interface OperatorInput {
  readonly name: string;
  readonly role: string;
  /** The public key as `ops login` prints it on that person's machine. */
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

/** Called under the lock of the record chain, so that of two operators added at once under one name the second is refused. */
async function isThere(tx: Tx, name: string, publicKey: Buffer): Promise<boolean> {
  const all = await allOperators(tx);
  return all.some((one) => (one.endedAt === null && one.name === name) || one.publicKey.equals(publicKey));
}

/** Adds an operator. The administrator's signature under the certificate is what makes the new operator valid. */
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
 * Adds an administrator who signs their own certificate. Allowed only while there is no operator at all, or if the
 * settings of the deployment name the key: that is the way back when every administrator's key is lost.
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

/**
 * Ends an operator, found by name or fingerprint; the key never acts again. Administrators cannot end themselves, so
 * one always remains.
 */
export function endOperator(
  context: OperatorContext,
  signOff: OperatorSignOff,
  typed: string,
): Promise<ActionDone | Refused> {
  return act(context, signOff, 'operators end', async (tx) => {
    await lockChain(tx);
    const all = await allOperators(tx);
    const isMeant = (one: Operator): boolean =>
      one.endedAt === null && (one.name === typed || fingerprintText(one.fingerprint) === typed);
    const operator = all.find(isMeant);
    if (operator === undefined) return refused('no-such-operator', typed);
    if (operator.id === signOff.operatorId) return refused('ends-oneself', operator.name);
    const at = context.orders.now();
    if (!(await writeEnd(tx, operator.id, { at, by: signOff.operatorId })))
      return refused('no-such-operator', typed);
    return {
      subject: `operator:${fingerprintText(operator.fingerprint)}`,
      before: { name: operator.name, role: operator.role },
      after: { name: operator.name, ended: true },
    };
  });
}

export const PEOPLE_VERBS = [
  openRead({
    name: 'operators list',
    says: 'who may act, with which role and key, added and ended when and by whom',
    input: v.strictObject({}),
    async run({ context }) {
      const all = await listOperators(context);
      if (all.length === 0) return shown('No operator yet: ops login, then ops operators first.');
      const rows = all.map((one) => [
        one.name,
        one.role,
        one.endedAt !== null ? `ended ${timeText(one.endedAt)}` : one.isTrusted ? 'active' : 'NOT CERTIFIED',
        one.addedAt,
        one.addedByName ?? 'itself',
        fingerprintText(one.fingerprint),
      ]);
      return shown(table(['name', 'role', 'state', 'added', 'by', 'key'], rows));
    },
  }),
  firstChange({
    name: 'operators first',
    says: 'your key becomes the first administrator; only while the shop has no operator, or OPERATOR_ROOTS names it',
    input: v.strictObject({ name: option('NAME') }),
    run: ({ context, inUse, why }, { name }) => addFirstOperator(context, inUse, { name, why }),
  }),
  change({
    name: 'operators add',
    says: 'add a person by the public key that ops login printed for them; you sign for it',
    input: v.strictObject({
      name: option('NAME'),
      role: option(OPERATOR_ROLES.join('|')),
      key: option('ed25519:…'),
    }),
    run: ({ context, signOff }, input) => addOperator(context, signOff, input),
  }),
  change({
    name: 'operators end',
    says: 'the key of this person does nothing any more; what it signed stays valid',
    input: v.strictObject({ operator: words('NAME|FINGERPRINT') }),
    run: ({ context, signOff }, { operator }) => endOperator(context, signOff, operator),
  }),
] as const;
