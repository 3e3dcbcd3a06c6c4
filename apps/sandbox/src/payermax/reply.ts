import type { Result } from './decline-results.ts';
import type { Trade } from './trade.ts';

/** The answer of a call. `made`: a trade that did not exist before, so its answer may get lost. */
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
/** No such card is saved for this user. */
export const AUTH_FAILED: Reply = { code: 'AUTH_FAILED', msg: 'Authorization failed or does not exist.' };
