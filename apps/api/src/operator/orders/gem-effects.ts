import { gemsHeld, type OrderFacts } from '@jawhara/domain';
import { accountById } from '../../accounts/account.store.ts';
import { balanceOf } from '../../ledger/ledger.store.ts';
import type { Reader } from '../../platform/postgres.ts';

/** The change of one account's gems. */
export interface GemEffect {
  readonly displayId: string;
  readonly change: number;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
}

/** How the balances change when what is known of an order becomes something else. */
export async function gemEffects(db: Reader, now: OrderFacts, then: OrderFacts): Promise<GemEffect[]> {
  const held = (facts: OrderFacts) => new Map(gemsHeld(facts).map(({ account, gems }) => [account, gems]));
  const [before, after] = [held(now), held(then)];
  const accounts = [...new Set([...before.keys(), ...after.keys()])];
  return Promise.all(
    accounts.map(async (id) => {
      const change = (after.get(id) ?? 0) - (before.get(id) ?? 0);
      const balanceBefore = await balanceOf(db, id);
      const account = await accountById(db, id);
      return {
        displayId: account?.displayId ?? String(id),
        change,
        balanceBefore,
        balanceAfter: balanceBefore + change,
      };
    }),
  );
}

export function gemFacts(effects: readonly GemEffect[], when: 'balanceBefore' | 'balanceAfter') {
  return Object.fromEntries(effects.map((effect) => [`gems of ${effect.displayId}`, effect[when]]));
}
