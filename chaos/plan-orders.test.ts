import { CARD_PROVIDERS } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { KIND_NAMES, kindOf, KINDS, planOrders } from './plan-orders.ts';

const LIGHT_TWICE = ['light', 'light'] as const;
const ALL = ['light', 'light', 'light', 'heavy'] as const;

describe('the plan of a run', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planOrders(7, LIGHT_TWICE, 40)).toEqual(planOrders(7, LIGHT_TWICE, 40));
    expect(planOrders(7, LIGHT_TWICE, 40)).not.toEqual(planOrders(8, LIGHT_TWICE, 40));
  });

  it('has every kind of order in every wave, and some who press twice', () => {
    for (const { orders } of planOrders(7, ALL, 40).waves) {
      expect(new Set(orders.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
      expect(new Set(orders.map(({ presses }) => presses))).toEqual(new Set([1, 2]));
      expect(new Set(orders.map(({ device }) => device)).size).toBe(40);
    }
  });

  it('begins at each of the providers, and some payers go on to the others, never to the same', () => {
    for (const { orders } of planOrders(7, ALL, 100).waves) {
      expect(new Set(orders.map(({ provider }) => provider))).toEqual(new Set(CARD_PROVIDERS));
      expect(new Set(orders.map(({ turnsTo }) => turnsTo.length))).toEqual(
        new Set([0, CARD_PROVIDERS.length - 1]),
      );
      for (const { kind, provider, turnsTo } of orders) {
        expect(turnsTo).not.toContain(provider);
        expect(kindOf(kind).onlyAt ?? CARD_PROVIDERS).toContain(provider);
      }
    }
  });

  it('has enough of what must be counted on, once a wave is large', () => {
    for (const { orders } of planOrders(7, ALL, 100).waves) {
      for (const name of KIND_NAMES) {
        const planned = orders.filter(({ kind }) => kind === name);
        expect(planned.length).toBeGreaterThanOrEqual(kindOf(name).atLeast ?? 1);
      }
    }
  });

  it('has late payers at each provider, who wait', () => {
    const { late } = planOrders(7, ALL, 100);
    expect(late).toHaveLength(25);
    expect(new Set(late.map(({ provider }) => provider))).toEqual(new Set(CARD_PROVIDERS));
    expect(late.every(({ turnsTo }) => turnsTo.length === 0)).toBe(true);
  });

  it('turns everybody away at one provider for a bad key and at another for too many, in every wave', () => {
    for (const { troubles } of planOrders(7, ALL, 20).waves) {
      const turned = CARD_PROVIDERS.map((provider) => troubles[provider].turnsAway);
      expect(new Set(turned)).toEqual(new Set([null, 'revoked-key', 'too-many']));
    }
  });

  it('loses no word of the provider that cannot be asked', () => {
    for (const { troubles } of planOrders(7, ALL, KIND_NAMES.length).waves) {
      expect(troubles[17].post.lossRate).toBe(0);
      expect(troubles[13].post.lossRate).toBeGreaterThan(0);
      expect(troubles[6].post.lossRate).toBeGreaterThan(0);
    }
  });
});
