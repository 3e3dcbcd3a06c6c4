import type { OperatorVerb, SignOff } from '@jawhara/domain';
import type { Clock } from '../../platform/clock.ts';
import type { OperatorKey } from './operator-key.ts';
import type { Operator } from './operator.store.ts';
import { canonicalJson, signable, type OperatorRequest, type SignedRequest } from './signed-text.ts';

/**
 * Who acts and why, with the proof. The command line signs with the key it holds; a console will pass on what the operator's
 * browser signed. Either way `act` checks it.
 */
export type OperatorSignOff = SignOff & {
  readonly operatorId: string;
  /** The request that the operator signed for this verb. */
  request(verb: OperatorVerb): SignedRequest;
  /** The operator's signature under what was done. */
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
 * Signs each request when its verb runs, so that a person may think about the question before it for as long as needed.
 * With `verb`, a request for any other verb throws, so the record names the verb that was called.
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
