import '../../words/load-pay.ts';
import { usdCents, type GemPack, type RechargeId } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { render, screen } from '../../ui/test/library.ts';
import { PackCard } from './pack-card.tsx';

const PACK: GemPack = {
  priceUsdCents: usdCents(999),
  gems: 1_060,
  bonusGems: 60,
  rechargeId: 'gems-1060' as RechargeId,
  methods: [],
};
const show = (more: Partial<GemPack>) =>
  render(
    <PackCard
      pack={{ ...PACK, ...more }}
      badge={null}
      isChosen={false}
      isInTabOrder
      onChoose={() => undefined}
    />,
  ).container;

it('[PKG-08] a pack with a bonus crosses out what it was without, beside its own picture', () => {
  const card = show({ iconUrl: 'https://img.example/chest.png' });
  expect(card.querySelector('s')?.textContent.trim()).toBe('1,000');
  expect(card.querySelector('img')?.getAttribute('src')).toBe('https://img.example/chest.png');
  expect(card.querySelector('svg.pack-art')).toBeNull();
  // A screen reader reads the gems that arrive, not the number crossed out.
  expect(screen.getByRole('radio', { name: /1,060/ })).toBeDefined();
});

it('[PKG-08] one without either is drawn by the site and crosses nothing out', () => {
  const card = show({ bonusGems: 0 });
  expect(card.querySelector('s')).toBeNull();
  expect(card.querySelector('img')).toBeNull();
  expect(card.querySelector('svg.pack-art')).not.toBeNull();
});
