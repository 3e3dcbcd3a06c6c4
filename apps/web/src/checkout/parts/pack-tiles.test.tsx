import { usdCents, type GemPack, type RechargeId } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { render, screen } from '../../ui/test/library.ts';
import { PackCard, PackTiles, type PackTilesProps } from './pack-tiles.tsx';
import { drawPlain } from '../../ui/draw-plain.ts';
import { word } from '../../words/word.ts';
import '../../words/english.ts';
import { PackList } from './pack-list.tsx';

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

it('a pack tile shows the bonus and its own picture, and no crossed-out number', () => {
  const card = show({ iconUrl: 'https://img.example/chest.png' });
  expect(card.querySelector('s')).toBeNull();
  expect(card.querySelector('.bonus')?.textContent).toBe('منها 60 هدية');
  expect(card.querySelector('img')?.getAttribute('src')).toBe('https://img.example/chest.png');
  expect(card.querySelector('svg.pack-art')).toBeNull();
  expect(screen.getByRole('radio', { name: /1,060/ })).toBeDefined();
});

it('the bonus of a pack is written in English without a plus sign', () => {
  expect(word('count.bonusChip', { n: 60 }, 'en')).toBe('60 bonus');
  expect(word('count.bonusChip', { n: 1 }, 'en')).toBe('1 bonus');
  expect(word('packs.recommendedShort', {}, 'en')).toBe('Suggested');
});

it('[PKG-08] the pack list crosses out the gems without the bonus, and shows the pack’s own picture', () => {
  const packs = { kind: 'ready', packs: [{ ...PACK, iconUrl: 'https://img.example/chest.png' }] } as const;
  render(<PackList packs={{ ...packs, recommended: [] }} chosen={null} onChoose={() => undefined} />);
  // A screen reader reads the gems that arrive, not the number crossed out.
  const row = screen.getByRole('radio', { name: /1,060/ });
  expect(row.querySelector('s')?.textContent).toBe('1,000');
  expect(row.querySelector('img')?.getAttribute('src')).toBe('https://img.example/chest.png');
});

it('[PKG-08] a pack without bonus and picture shows the site’s drawing and crosses out nothing', () => {
  const card = show({ bonusGems: 0 });
  expect(card.querySelector('s')).toBeNull();
  expect(card.querySelector('img')).toBeNull();
  expect(card.querySelector('svg.pack-art')).not.toBeNull();
});

const pack = (cents: number, gems: number, more: Partial<GemPack> = {}): GemPack => ({
  priceUsdCents: usdCents(cents),
  gems,
  bonusGems: 0,
  rechargeId: `gems-${gems}` as RechargeId,
  methods: [],
  ...more,
});
const PACKS = [
  pack(99, 100),
  pack(999, 1_060, { bonusGems: 60 }),
  pack(1_999, 2_200, { bonusGems: 200, iconUrl: 'https://img.example/chest.png?a="1"&b=<2>' }),
];
const PROPS: PackTilesProps = {
  offer: { packs: PACKS, recommended: [usdCents(1_999)] },
  chosen: null,
  lastPaid: null,
  isSignedIn: false,
  onChoose: () => undefined,
};

const byReact = (props: PackTilesProps): string => render(<PackTiles {...props} />).container.innerHTML;

function plainly(props: PackTilesProps): Element {
  const place = document.createElement('div');
  drawPlain(<PackTiles {...props} />, place);
  return place;
}

it.each([
  ['for a visitor', {}],
  ['with a pack chosen', { chosen: usdCents(999) }],
  ['with the pack of the last payment', { lastPaid: usdCents(99), chosen: usdCents(99) }],
  ['with a chosen pack that is not offered', { chosen: usdCents(4_999) }],
  ['for a signed-in visitor', { isSignedIn: true }],
])('the packs drawn before React starts equal those that React draws: %s', (_when, more) => {
  const props = { ...PROPS, ...more };
  const drawn = plainly(props);
  expect(drawn.querySelectorAll('[role=radio]')).toHaveLength(3);
  expect(drawn.innerHTML).toBe(byReact(props));
});

it('exactly one pack is reached by Tab, whether a pack is chosen or not', () => {
  for (const chosen of [null, usdCents(999), usdCents(4_999)])
    expect(plainly({ ...PROPS, chosen }).querySelectorAll('[role=radio][tabindex="0"]')).toHaveLength(1);
});
