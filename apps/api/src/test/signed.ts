import { signOffOf, type OperatorSignOff } from '../operator/identity/sign-off.ts';
import { inUseOf, testOperatorId, type TestOperator } from './test-operators.ts';

/** An operator and a reason, signed with the key of a test's operator. */
export function signed(by: TestOperator = 'noura', why = 'a test wants it'): OperatorSignOff {
  return signOffOf({ id: testOperatorId(by), name: by }, inUseOf(by), { why, input: null });
}
