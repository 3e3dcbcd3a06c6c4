import { PROVIDER_NUMBERS, CARD_PROVIDERS, takesCards } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { SCENARIOS, type ScenarioKey } from '../apps/sandbox/src/scenarios.ts';
import { KIND_NAMES, kindOf, KINDS, LARGE_WAVE, planOrders } from './plan-orders.ts';

/** All providers but the demo, which few payers use. */
const FIVE = [6, 13, 17, 18, 19] as const;
const LIGHT_TWICE = ['light', 'light'] as const;
const ALL = ['light', 'light', 'light', 'heavy'] as const;

describe('the plan of a run', () => {
  it('is the same for the same seed, and differs for another', () => {
    expect(planOrders(7, LIGHT_TWICE, 40)).toEqual(planOrders(7, LIGHT_TWICE, 40));
    expect(planOrders(7, LIGHT_TWICE, 40)).not.toEqual(planOrders(8, LIGHT_TWICE, 40));
  });

  it('has every kind of order in every wave, and some payers who press twice', () => {
    for (const { orders } of planOrders(7, ALL, 40).waves) {
      expect(new Set(orders.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
      expect(new Set(orders.map(({ presses }) => presses))).toEqual(new Set([1, 2]));
      expect(new Set(orders.map(({ device }) => device)).size).toBe(40);
    }
  });

  it('starts orders at each provider, and some payers go on to a card of another provider, never of the same', () => {
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

  it('gives each of five providers its share of a run, and the demo a small one', () => {
    const { late, waves } = planOrders(7, ALL, LARGE_WAVE);
    const all = [...late, ...waves.flatMap(({ orders }) => orders)];
    const partOf = (provider: number): number =>
      all.filter((order) => order.provider === provider).length / all.length;
    for (const provider of FIVE) expect([provider, partOf(provider) > 0.1]).toEqual([provider, true]);
    expect(partOf(30)).toBeGreaterThan(0);
  });

  it('has no bank check for wallet payers, and only wallet payers leave a sheet', () => {
    for (const { orders } of planOrders(7, ALL, LARGE_WAVE).waves) {
      for (const { kind, provider, atSheetForMs } of orders) {
        const { card, leavesSheet = false } = kindOf(kind);
        expect(atSheetForMs).toBeGreaterThan(0);
        if (takesCards(provider)) expect(leavesSheet).toBe(false);
        else expect(SCENARIOS[card as ScenarioKey].authentication).toBe('none');
      }
    }
  });

  it('has enough orders of the required kinds in a large wave', () => {
    for (const { orders } of planOrders(7, ALL, LARGE_WAVE).waves) {
      for (const name of KIND_NAMES) {
        const planned = orders.filter(({ kind }) => kind === name);
        expect(planned.length).toBeGreaterThanOrEqual(kindOf(name).atLeast ?? 1);
      }
    }
  });

  it('has late payers at each of the five providers, who wait', () => {
    const { late } = planOrders(7, ALL, LARGE_WAVE);
    expect(late).toHaveLength(25);
    const providers = late.map(({ provider }) => provider);
    for (const provider of FIVE) expect(providers).toContain(provider);
    expect(late.every(({ turnsTo }) => turnsTo.length === 0)).toBe(true);
  });

  it('makes one provider reject our key and another report too many requests, in every wave', () => {
    for (const { troubles } of planOrders(7, ALL, 20).waves) {
      const turned = PROVIDER_NUMBERS.map((provider) => troubles[provider].turnsAway);
      expect(turned.filter((how) => how !== null).toSorted()).toEqual(['revoked-key', 'too-many']);
      expect(troubles[30].turnsAway).toBeNull();
    }
  });

  it('keeps one card provider working while the others fail, so that payers can always go on', () => {
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

  it('loses no webhook of the provider that cannot be queried', () => {
    for (const { troubles } of planOrders(7, ALL, KIND_NAMES.length).waves) {
      expect(troubles[17].post.lossRate).toBe(0);
      for (const provider of [6, 13, 18, 19, 30] as const)
        expect(troubles[provider].post.lossRate).toBeGreaterThan(0);
    }
  });
});
