import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OperatorRole } from '@jawhara/domain';
import { operatorKeyOf, publicKeyText, type OperatorKey } from '../operator/identity/operator-key.ts';
import { signOffOf, type KeyInUse } from '../operator/identity/sign-off.ts';
import type { OperatorContext } from '../operator/operator-context.ts';
import { addFirstOperator, addOperator } from '../operator/operators/operator.verbs.ts';
import { isRefused } from '../operator/refusals.ts';
import { createKeyFile } from '../ops/key-file.ts';
import type { Db } from '../platform/postgres.ts';

/**
 * The operators of every test shop. Their keys are derived from their names. The first one signed the certificates of
 * the others.
 */
const ROLES = { noura: 'admin', huda: 'admin', omar: 'admin', salma: 'support' } as const satisfies Record<
  string,
  OperatorRole
>;
const FIRST = 'noura';

export type TestOperator = keyof typeof ROLES;

const bytesOf = (name: string, what: string): Buffer =>
  createHash('sha256').update(`jawhara test operator ${name} ${what}`).digest();

export const testKey = (name: string): OperatorKey => operatorKeyOf(bytesOf(name, 'key'));

export function testOperatorId(name: string): string {
  const hex = bytesOf(name, 'id').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** An operator's key, used on a machine whose clock is right. */
export const inUseOf = (name: string): KeyInUse => ({
  key: testKey(name),
  now: () => new Date(),
  newNonce: () => randomUUID(),
});

/** A context in which the next ids are these. */
function deskWith(db: Db, ...ids: string[]): OperatorContext {
  const newId = (): string => ids.shift() ?? randomUUID();
  return {
    orders: { db, now: () => new Date(), newId },
    operators: { roots: [] },
  } as unknown as OperatorContext;
}

/** Adds the operators to the template of all test databases with the real verbs, so that the records of it exist too. */
export async function addTestOperators(db: Db): Promise<void> {
  const why = 'the operators of a test';
  const [, ...others] = Object.keys(ROLES) as TestOperator[];
  const first = await addFirstOperator(deskWith(db, testOperatorId(FIRST)), inUseOf(FIRST), {
    name: FIRST,
    why,
  });
  if (isRefused(first)) throw new Error(first.because);
  for (const name of others) {
    const signOff = signOffOf({ id: testOperatorId(FIRST), name: FIRST }, inUseOf(FIRST), {
      why,
      input: null,
    });
    const key = publicKeyText(testKey(name).publicKey);
    const wanted = { name, role: ROLES[name], key };
    const added = await addOperator(deskWith(db, testOperatorId(name)), signOff, wanted);
    if (isRefused(added)) throw new Error(added.because);
  }
}

const files = new Map<string, Promise<string>>();

async function writeKeyFile(name: string): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'jawhara-operator-')), 'key.json');
  await createKeyFile(path, bytesOf(name, 'key'), null);
  return path;
}

/** The key as a file, as `ops login` writes it. */
export function testKeyFile(name: TestOperator): Promise<string> {
  const file = files.get(name) ?? writeKeyFile(name);
  files.set(name, file);
  return file;
}
