import type { OperatorVerb, SignOff } from '@jawhara/domain';
import type { Clock } from '../../platform/clock.ts';
import type { OperatorKey } from './operator-key.ts';
import type { Operator } from './operator.store.ts';
import { canonicalJson, signable, type OperatorRequest, type SignedRequest } from './signed-text.ts';

/**
 * The operator and the reason of an action, with the proof. The command line signs with the key on its machine; a web
 * console would pass on what the operator's browser signed. Either way `act` checks the signatures.
 */
export type OperatorSignOff = SignOff & {
  readonly operatorId: string;
  /** The request that the operator signed for this verb. */
  request(verb: OperatorVerb): SignedRequest;
  /** The operator's signature under the record of what was done. */
  seal(record: string): Buffer;
  /** The operator's signature that makes a new operator valid. */
  certify(certificate: string): Buffer;
};

export interface KeyInUse {
  readonly key: OperatorKey;
  /** The clock of the signing machine. */
  readonly now: Clock;
  readonly newNonce: () => string;
}

/**
 * Signs each request only when its verb runs, so that the operator may take any time to confirm the plan. With `verb`,
 * a request for any other verb throws, so the record always names the verb that was called.
 */
export function signOffOf(
  { id, name }: Pick<Operator, 'id' | 'name'>,
  { key, now, newNonce }: KeyInUse,
  { why, input, verb: only }: { readonly why: string; readonly input: unknown; readonly verb?: OperatorVerb },
): OperatorSignOff {
  const parts = {
    by: name,
    why,
    operatorId: id,
    request(verb: OperatorVerb): SignedRequest {
      if (only !== undefined && verb !== only) throw new Error(`signed for ${only}, not for ${verb}`);
      const at = now().toISOString();
      const request: OperatorRequest = { operator: id, verb, input, why, at, nonce: newNonce() };
      const text = canonicalJson(request);
      return { text, signature: key.sign(signable('request', text)) };
    },
    seal: (record: string): Buffer => key.sign(signable('record', record)),
    certify: (certificate: string): Buffer => key.sign(signable('certificate', certificate)),
  };
  return parts as typeof parts & SignOff;
}
