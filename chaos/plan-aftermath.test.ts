import { CARD_PROVIDERS, type CardProvider } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { AFTERMATH_NAMES, planAftermaths, type Aftermath } from './plan-aftermath.ts';

function deal(seed: number, provider: CardProvider, payments: number): (Aftermath | null)[] {
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

describe('what becomes of captured payments', () => {
  it('is the same for the same seed, and another for another', () => {
    for (const provider of CARD_PROVIDERS) {
      expect(deal(7, provider, 40)).toEqual(deal(7, provider, 40));
      expect(deal(7, provider, 40)).not.toEqual(deal(8, provider, 40));
    }
  });

  it('does not change at one provider for what another has captured', () => {
    const deck = planAftermaths(7);
    const mixed = Array.from({ length: 40 }, () => [deck(13), deck(17), deck(6)][1]);
    expect(mixed).toEqual(deal(7, 17, 40));
  });

  it('is every kind at least twenty times, for what a run of a hundred orders a wave captures', () => {
    for (const seed of [1, 7, 20_261]) {
      const counts = countOf([...deal(seed, 13, 150), ...deal(seed, 17, 90), ...deal(seed, 6, 90)]);
      for (const name of [...AFTERMATH_NAMES, 'nothing'])
        expect([name, (counts.get(name) ?? 0) >= 20]).toEqual([name, true]);
    }
  });

  it('takes a dispute a second time at Adyen alone, and withdraws none there', () => {
    const stages = (provider: CardProvider): string[] =>
      deal(7, provider, 200).flatMap((one) =>
        (one?.steps ?? []).flatMap((step) => (step.does === 'dispute' ? [step.stage] : [])),
      );
    expect(stages(17)).toContain('taken-again');
    expect(stages(17)).not.toContain('withdrawn');
    for (const provider of [13, 6] as const) {
      expect(stages(provider)).not.toContain('taken-again');
      expect(stages(provider)).toContain('withdrawn');
    }
    expect(stages(6)).not.toContain('lost-for-good');
  });

  it('begins at once for some, and later for others', () => {
    const pauses = deal(7, 13, 60).flatMap((one) => one?.steps.map(({ afterMs }) => afterMs > 0) ?? []);
    expect(new Set(pauses)).toEqual(new Set([true, false]));
  });
});
