import type { Result } from './decline-results.ts';
import type { Trade } from './trade.ts';

/** The answer to a call. `made`: the payment that the call created; only such an answer can get lost. */
export interface Reply extends Result {
  readonly data?: object;
  readonly made?: Trade;
}

export function accepted(data: object): Reply {
  return { code: 'APPLY_SUCCESS', msg: 'Success.', data };
}

export function paramsInvalid(what: string): Reply {
  return { code: 'PARAMS_INVALID', msg: `Invalid parameter: ${what}.` };
}

export const ORDER_NOT_EXIST: Reply = { code: 'ORDER_NOT_EXIST', msg: 'Order number does not exist.' };
/** The answer if no such card is saved for this user. */
export const AUTH_FAILED: Reply = { code: 'AUTH_FAILED', msg: 'Authorization failed or does not exist.' };
