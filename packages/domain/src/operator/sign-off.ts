import type { Brand } from '../brand.ts';

/** Who does it and why. Nothing that a person does to an order, an account or a setting is done without. */
export type SignOff = Brand<{ readonly by: string; readonly why: string }, 'SignOff'>;

export const SIGN_OFF_BY_MAX = 100;
export const SIGN_OFF_WHY_MAX = 500;

/** Null when a name or a reason is missing, or is longer than anybody reads. */
export function readSignOff(by: string, why: string): SignOff | null {
  const name = by.trim();
  const reason = why.trim();
  const isSigned =
    /^.+$/.test(name) && name.length <= SIGN_OFF_BY_MAX && reason !== '' && reason.length <= SIGN_OFF_WHY_MAX;
  return isSigned ? ({ by: name, why: reason } as SignOff) : null;
}
