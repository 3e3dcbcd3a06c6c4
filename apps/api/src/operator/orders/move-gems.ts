import {
  gemsHeld,
  orderNumber,
  orderVerb,
  SITE_SOURCE,
  whyNotRechargeable,
  type AccountId,
  type OrderFacts,
  type OrderId,
} from '@jawhara/domain';
import { accountById } from '../../accounts/account.store.ts';
import { balanceOf } from '../../ledger/ledger.store.ts';
import { addToStory } from '../../orders/base/make-move.ts';
import { factsOf, moneyOf, writeBooks } from '../../orders/base/write-books.ts';
import { lockOrder, moveGems, requireOrder } from '../../orders/store/order.store.ts';
import type { Reader } from '../../platform/postgres.ts';
import { accountMeant } from '../accounts/account.verbs.ts';
import { act, sameAsShown, type ActionDone } from '../act.ts';
import type { OperatorSignOff } from '../identity/sign-off.ts';
import type { OperatorContext } from '../operator-context.ts';
import { isRefused, refused, type Refused } from '../refusals.ts';

/** The change of one account's gems. */
export interface GemEffect {
  readonly displayId: string;
  readonly change: number;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
}

/** The changes of gem balances if the order's facts change from `now` to `then`. */
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

export interface MoveInput {
  readonly orderId: OrderId;
  readonly toDisplayId: string;
  /** Null: all that the account still has of this order. */
  readonly gems: number | null;
}

export interface MovePlan {
  readonly number: string;
  readonly to: AccountId;
  readonly moved: number;
  readonly gems: readonly GemEffect[];
}

/**
 * Plans a move of the gems that the wrong recipient has not spent: their balance must not fall below zero because of
 * another person's mistake.
 */
export async function planMove(db: Reader, wanted: MoveInput): Promise<MovePlan | Refused> {
  const order = await requireOrder(db, wanted.orderId);
  const to = await accountMeant(db, wanted.toDisplayId);
  if (isRefused(to)) return to;
  if (to.id === order.recipientId) return refused('same-account');
  if (whyNotRechargeable(to, SITE_SOURCE) !== null) return refused('account-cannot-receive', to.status);
  const money = await moneyOf(db, order);
  const answer = orderVerb('order move-gems', money);
  if (answer.kind === 'refused') return refused(answer.because);
  const { facts: now } = money;
  const own = gemsHeld(now).find(({ account }) => account === order.recipientId)?.gems ?? 0;
  const unused = Math.min(own, Math.max(0, await balanceOf(db, order.recipientId)));
  const moved = wanted.gems ?? unused;
  if (!Number.isSafeInteger(moved) || moved < 0) return refused('gems-unreadable', String(moved));
  if (moved === 0 || moved > unused) return refused('gems-used', `${unused} of ${own} are there`);
  const then = { ...now, gemsMoved: { to: to.id, gems: moved } };
  return { number: orderNumber(order.id), to: to.id, moved, gems: await gemEffects(db, now, then) };
}

/** Moves unused gems of an order to the account they were meant for. */
export function moveGemsOfOrder(
  context: OperatorContext,
  signOff: OperatorSignOff,
  wanted: MoveInput,
  shown: MovePlan,
): Promise<ActionDone | Refused> {
  const { orders } = context;
  return act(context, signOff, 'order move-gems', async (tx) => {
    await lockOrder(tx, wanted.orderId);
    const plan = sameAsShown(shown, await planMove(tx, wanted));
    if (isRefused(plan)) return plan;
    const { to, moved, gems } = plan;
    await moveGems(tx, wanted.orderId, { to, gems: moved });
    const order = await lockOrder(tx, wanted.orderId);
    await writeBooks(tx, orders, order, { kind: 'gems moved by a person', facts: await factsOf(tx, order) });
    await addToStory(tx, orders, order, { kind: 'gems-moved', detail: { gems: moved, to } });
    return {
      subject: `order:${order.id}`,
      before: gemFacts(gems, 'balanceBefore'),
      after: { moved, ...gemFacts(gems, 'balanceAfter') },
    };
  });
}
