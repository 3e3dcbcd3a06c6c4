import '../../words/load-pay.ts';
import { usdCents, type GemPack, type RechargeId } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { drawPlain } from '../../ui/draw-plain.ts';
import { render } from '../../ui/test/library.ts';
import { PackTiles, type PackTilesProps } from './pack-tiles.tsx';

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
  ['with the one of last time', { lastPaid: usdCents(99), chosen: usdCents(99) }],
  ['with one chosen that is not there', { chosen: usdCents(4_999) }],
  ['for somebody signed in', { isSignedIn: true }],
])('before React is there the packs are drawn as React draws them: %s', (_when, more) => {
  const props = { ...PROPS, ...more };
  const drawn = plainly(props);
  expect(drawn.querySelectorAll('[role=radio]')).toHaveLength(3);
  expect(drawn.innerHTML).toBe(byReact(props));
});

it('exactly one pack is reached by Tab, chosen or not', () => {
  for (const chosen of [null, usdCents(999), usdCents(4_999)])
    expect(plainly({ ...PROPS, chosen }).querySelectorAll('[role=radio][tabindex="0"]')).toHaveLength(1);
});
