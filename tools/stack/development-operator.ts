import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fingerprintText, newSecret } from '../../apps/api/src/operator/identity/operator-key.ts';
import { allOperators } from '../../apps/api/src/operator/identity/operator.store.ts';
import type { OperatorContext } from '../../apps/api/src/operator/operator-context.ts';
import { addFirstOperator } from '../../apps/api/src/operator/operators/operator.verbs.ts';
import { isRefused } from '../../apps/api/src/operator/refusals.ts';
import { createKeyFile, openKeyFile, readKeyFile } from '../../apps/api/src/ops/key-file.ts';
import { connectPostgres } from '../../apps/api/src/platform/postgres.ts';
import { STATE_DIR } from './repository.ts';

/** A single key file for all shops of a checkout, in the checkout's own folder; it is valid for these shops only. */
export const DEVELOPMENT_KEY_FILE = join(STATE_DIR, 'operator', 'key.json');

/**
 * Adds an administrator to a shop on this machine, so that `npm run ops` needs no login there. Another checkout may have used
 * the same database before: the key is added as a root key, so that both stay valid.
 */
export async function addDevelopmentOperator(databaseUrl: string): Promise<string> {
  await createKeyFile(DEVELOPMENT_KEY_FILE, newSecret(), null);
  const file = await readKeyFile(DEVELOPMENT_KEY_FILE);
  const key = isRefused(file) ? file : openKeyFile(file, null);
  if (isRefused(key)) throw new Error(`${DEVELOPMENT_KEY_FILE}: ${key.because}`);
  const db = connectPostgres({ url: databaseUrl, connectionsMax: 1 });
  const now = (): Date => new Date();
  try {
    const isThere = (await allOperators(db)).some(({ fingerprint }) => fingerprint.equals(key.fingerprint));
    if (isThere) return DEVELOPMENT_KEY_FILE;
    const roots = [fingerprintText(key.fingerprint)];
    const context = {
      orders: { db, now, newId: randomUUID },
      operators: { roots },
    } as unknown as OperatorContext;
    const name = `developer ${key.fingerprint.toString('hex').slice(0, 8)}`;
    const inUse = { key, now, newNonce: randomUUID };
    const added = await addFirstOperator(context, inUse, { name, why: 'a shop for development' });
    if (isRefused(added)) throw new Error(`no development operator: ${added.because}`);
    return DEVELOPMENT_KEY_FILE;
  } finally {
    await db.end();
  }
}
