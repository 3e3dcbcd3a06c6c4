import type { Operator } from './operator.store.ts';
import { fingerprintText } from './operator-key.ts';
import { certificateText, isSignedFor } from './signed-text.ts';

/**
 * Operators whose certificates lead to a root: a key that signed itself and that the deployment's settings name. Without such a
 * setting every key that signed itself counts, and the database alone decides who they are.
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
  // An adder may stand after the added one where clocks differ: repeated until a round brings nobody.
  for (let before = -1; before !== trusted.size;) {
    before = trusted.size;
    for (const one of all) if (!trusted.has(one.id) && isTrusted(one)) trusted.set(one.id, one);
  }
  return [...trusted.values()];
}
