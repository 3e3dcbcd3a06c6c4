import { PROVIDER_NUMBERS, CARD_PROVIDERS, takesCards } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { SCENARIOS, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { KIND_NAMES, kindOf, KINDS, LARGE_WAVE, planOrders } from './plan-orders.ts';

/** All providers but the demo, which few payers use. */
const FIVE = [6, 13, 17, 18, 19] as const;
const LIGHT_TWICE = ['light', 'light'] as const;
const ALL = ['light', 'light', 'light', 'heavy'] as const;

describe('the plan of a run', () => {
  it('the planned orders are the same for the same seed and differ for another', () => {
    expect(planOrders(7, LIGHT_TWICE, 40)).toEqual(planOrders(7, LIGHT_TWICE, 40));
    expect(planOrders(7, LIGHT_TWICE, 40)).not.toEqual(planOrders(8, LIGHT_TWICE, 40));
  });

  it('every wave has every kind of order, and some payers who press pay twice', () => {
    for (const { orders } of planOrders(7, ALL, 40).waves) {
      expect(new Set(orders.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
      expect(new Set(orders.map(({ presses }) => presses))).toEqual(new Set([1, 2]));
      expect(new Set(orders.map(({ device }) => device)).size).toBe(40);
    }
  });

  it('orders start at each provider, and some payers continue with a card of another provider', () => {
    for (const { orders } of planOrders(7, ALL, LARGE_WAVE).waves) {
      const providers = orders.map(({ provider }) => provider);
      for (const provider of FIVE) expect(providers).toContain(provider);
      for (const { kind, provider, turnsTo } of orders) {
        const others = CARD_PROVIDERS.filter((other) => other !== provider);
        expect([[], others]).toContainEqual(turnsTo.toSorted((one, other) => one - other));
        expect(kindOf(kind).onlyAt ?? PROVIDER_NUMBERS).toContain(provider);
      }
      const byWallet = orders.filter(({ provider }) => !takesCards(provider));
      expect(byWallet.some(({ turnsTo }) => turnsTo.length > 0)).toBe(true);
      expect(byWallet.some(({ turnsTo }) => turnsTo.length === 0)).toBe(true);
    }
  });

  it('each of the five real providers gets more than a tenth of the planned orders, and the demo provider gets some', () => {
    const { late, waves } = planOrders(7, ALL, LARGE_WAVE);
    const all = [...late, ...waves.flatMap(({ orders }) => orders)];
    const partOf = (provider: number): number =>
      all.filter((order) => order.provider === provider).length / all.length;
    for (const provider of FIVE) expect([provider, partOf(provider) > 0.1]).toEqual([provider, true]);
    expect(partOf(30)).toBeGreaterThan(0);
  });

  it('wallet orders are planned without a bank check, and only wallet payers leave the payment sheet', () => {
    for (const { orders } of planOrders(7, ALL, LARGE_WAVE).waves) {
      for (const { kind, provider, atSheetForMs } of orders) {
        const { card, leavesSheet = false } = kindOf(kind);
        expect(atSheetForMs).toBeGreaterThan(0);
        if (takesCards(provider)) expect(leavesSheet).toBe(false);
        else expect(SCENARIOS[card as ScenarioKey].authentication).toBe('none');
      }
    }
  });

  it('a large wave has at least the required number of orders of each kind', () => {
    for (const { orders } of planOrders(7, ALL, LARGE_WAVE).waves) {
      for (const name of KIND_NAMES) {
        const planned = orders.filter(({ kind }) => kind === name);
        expect(planned.length).toBeGreaterThanOrEqual(kindOf(name).atLeast ?? 1);
      }
    }
  });

  it('payments decided after their order has expired are planned at each real provider, and their payers use no other provider', () => {
    const { late } = planOrders(7, ALL, LARGE_WAVE);
    expect(late).toHaveLength(25);
    const providers = late.map(({ provider }) => provider);
    for (const provider of FIVE) expect(providers).toContain(provider);
    expect(late.every(({ turnsTo }) => turnsTo.length === 0)).toBe(true);
  });

  it('in every planned wave one provider rejects our key and another answers “too many requests”', () => {
    for (const { troubles } of planOrders(7, ALL, 20).waves) {
      const turned = PROVIDER_NUMBERS.map((provider) => troubles[provider].turnsAway);
      expect(turned.filter((how) => how !== null).toSorted()).toEqual(['revoked-key', 'too-many']);
      expect(troubles[30].turnsAway).toBeNull();
    }
  });

  it('in every planned wave one card provider keeps working while the others fail', () => {
    for (const seed of Array.from({ length: 50 }, (_seed, number) => number)) {
      const [wave] = planOrders(seed, ['heavy'], KIND_NAMES.length).waves;
      const working = CARD_PROVIDERS.filter(
        (provider) => (wave?.troubles[provider].api.lostAnswerRate ?? 1) < 0.2,
      );
      expect(working).toHaveLength(1);
      const failing = [18, 19, 30] as const;
      for (const provider of failing)
        expect(wave?.troubles[provider].api.lostAnswerRate).toBeGreaterThanOrEqual(0.6);
    }
  });

  it('the plan loses no webhook of Adyen, the one provider that cannot be queried, and some of every other provider', () => {
    for (const { troubles } of planOrders(7, ALL, KIND_NAMES.length).waves) {
      expect(troubles[17].post.lossRate).toBe(0);
      for (const provider of [6, 13, 18, 19, 30] as const)
        expect(troubles[provider].post.lossRate).toBeGreaterThan(0);
    }
  });
});
