import { isDeepStrictEqual } from 'node:util';
import type { SignOff } from '@jawhara/domain';
import { inTransaction, type Tx } from '../platform/postgres.ts';
import { recordAction, type Facts, type OperatorAction } from './operator-action.store.ts';
import type { OperatorContext } from './operator-context.ts';
import { isRefused, refused, type Refused } from './refusals.ts';

/** What was done to what, for the record. */
export interface Deed {
  /** `order:<id>`, `account:<display id>`, `alert:<id>` and the like. */
  readonly subject: string;
  readonly before: Facts;
  readonly after: Facts;
}

export interface Done {
  readonly kind: 'done';
  readonly action: OperatorAction;
}

/** Rolls the transaction back; the refusal is a value again outside of it. */
class NotDone extends Error {
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super(refusal.because);
    this.refusal = refusal;
  }
}

/**
 * The only way a verb gets a transaction: what it does and the row that says who did it and why are one. A verb that refuses
 * leaves nothing behind.
 */
export async function act(
  { orders: { db, now, newId } }: OperatorContext,
  signOff: SignOff,
  verb: string,
  work: (tx: Tx) => Promise<Deed | Refused>,
): Promise<Done | Refused> {
  try {
    return await inTransaction(db, async (tx): Promise<Done> => {
      const deed = await work(tx);
      if (isRefused(deed)) throw new NotDone(deed);
      const { subject, before, after } = deed;
      const action = {
        id: newId(),
        at: now(),
        by: signOff.by,
        why: signOff.why,
        verb,
        subject,
        before,
        after,
      };
      await recordAction(tx, action);
      return { kind: 'done', action };
    });
  } catch (error) {
    if (error instanceof NotDone) return error.refusal;
    throw error;
  }
}

/** What was shown to a person is what is done, or nothing is: compared under the lock. */
export function sameAsShown<Plan extends object>(shown: Plan, now: Plan | Refused): Plan | Refused {
  if (isRefused(now)) return now;
  return isDeepStrictEqual(shown, now) ? now : refused('changed-meanwhile');
}
