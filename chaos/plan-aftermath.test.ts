import { PROVIDER_NUMBERS, type ProviderNumber } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { AFTERMATH_NAMES, planAftermaths, type Aftermath } from './plan-aftermath.ts';

function deal(seed: number, provider: ProviderNumber, payments: number): (Aftermath | null)[] {
  const deck = planAftermaths(seed);
  return Array.from({ length: payments }, () => deck(provider));
}

function countOf(aftermaths: readonly (Aftermath | null)[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of aftermaths) {
    const name = one?.name ?? 'nothing';
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

describe('the planned refunds and disputes of captured payments', () => {
  it('the planned refunds and disputes are the same for the same seed and differ for another', () => {
    for (const provider of PROVIDER_NUMBERS) {
      expect(deal(7, provider, 40)).toEqual(deal(7, provider, 40));
      expect(deal(7, provider, 40)).not.toEqual(deal(8, provider, 40));
    }
  });

  it('the refunds and disputes planned for one provider do not depend on captures of other providers', () => {
    const deck = planAftermaths(7);
    const mixed = Array.from({ length: 40 }, () => [deck(13), deck(17), deck(6)][1]);
    expect(mixed).toEqual(deal(7, 17, 40));
  });

  it('a run of large waves plans every kind of refund and dispute at least twenty times', () => {
    for (const seed of [1, 7, 20_261]) {
      const captured = { 6: 75, 13: 100, 17: 90, 18: 40, 19: 45, 30: 12 } as const;
      const counts = countOf(
        PROVIDER_NUMBERS.flatMap((provider) => deal(seed, provider, captured[provider])),
      );
      for (const name of [...AFTERMATH_NAMES, 'nothing'])
        expect([name, (counts.get(name) ?? 0) >= 20]).toEqual([name, true]);
    }
  });

  const stages = (provider: ProviderNumber): string[] =>
    deal(7, provider, 200).flatMap((one) =>
      (one?.steps ?? []).flatMap((step) => (step.does === 'dispute' ? [step.stage] : [])),
    );

  it('second chargebacks are planned only at Adyen and the demo provider, withdrawn disputes not at Adyen', () => {
    expect(stages(30)).toContain('taken-again');
    expect(stages(17)).toContain('taken-again');
    expect(stages(17)).not.toContain('withdrawn');
    for (const provider of [13, 6] as const) {
      expect(stages(provider)).not.toContain('taken-again');
      expect(stages(provider)).toContain('withdrawn');
    }
    expect(stages(6)).not.toContain('lost-for-good');
  });

  it('Stripe’s payments get only dispute stages that Stripe has, and Tap’s get no disputes, because Tap sends no webhooks of them', () => {
    expect(new Set(stages(18))).toEqual(new Set(['opened', 'won', 'lost', 'given-back-again']));
    expect(stages(19)).toEqual([]);
    expect(countOf(deal(7, 19, 70)).get('refund-fails')).toBe(10);
  });

  it('planned refunds and disputes start at once for some payments and later for others', () => {
    const pauses = deal(7, 13, 60).flatMap((one) => one?.steps.map(({ afterMs }) => afterMs > 0) ?? []);
    expect(new Set(pauses)).toEqual(new Set([true, false]));
  });
});
