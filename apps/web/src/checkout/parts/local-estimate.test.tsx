import type { RechargeList } from '@jawhara/contract';
import { accountId, usdCents, type DisplayId, type Estimate, type RechargeId } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { packsOf } from '../../api/packs-of.ts';
import { storedPacks } from '../../browser/storage/purchase.ts';
import { plain, render, screen } from '../../ui/test/library.ts';
import { OrderStrip } from './order-strip.tsx';
import { PackGrid } from './pack-grid.tsx';
import { PayNow } from './pay-now.tsx';

const RIYALS: Estimate = { currency: 'SAR', value: '37.5' };
const WRITTEN = '≈ 37.5 ر.س';
const NOURA = { accountId: accountId(7), displayId: '5048213' as DisplayId, nickname: 'N', iconUrl: null };

const listWith = (estimate: Estimate | undefined): RechargeList => ({
  rows: [
    {
      rechargeId: 'card_999' as RechargeId,
      priceUsdCents: usdCents(999),
      gems: 1_060,
      bonusGems: 60,
      payTypes: [23],
      ...(estimate && { estimate }),
    },
  ],
  recommended: [],
  extraRecommended: null,
  isNewPayer: true,
  isNewAccount: true,
  isNewDevice: true,
  payGroup: 'default',
});

function showPacks(estimate: Estimate | undefined): string {
  const packs = { kind: 'ready', ...packsOf(listWith(estimate)) } as const;
  const { container } = render(
    <PackGrid packs={packs} chosen={null} lastPaid={null} onChoose={() => undefined} />,
  );
  return plain(container.textContent);
}

describe('[UX 2.1] a price in the visitor’s own money', () => {
  it('a local price is shown under each pack price, read aloud as “about”, with a note on the bank’s amount', () => {
    const text = showPacks(RIYALS);
    expect(text).toContain(`$9.99${WRITTEN}`);
    expect(text).toContain('وبنكك يحدد المبلغ النهائي');
    expect(text).not.toContain('وقد يضيف بنكك');
    const label = plain(screen.getByRole('radio').getAttribute('aria-label'));
    expect(label).toBe('1,060 جوهرة، $9.99، نحو 37.5 ر.س');
  });

  it('without a local price the packs show no estimate, and the note says that the bank may add to the price', () => {
    const text = showPacks(undefined);
    expect(text).not.toContain('≈');
    expect(text).toContain('وقد يضيف بنكك');
  });

  it('the local price is shown beside the total, and at the pay button once account and pack are chosen', () => {
    const [pack] = packsOf(listWith(RIYALS)).packs;
    if (pack === undefined) throw new Error('no pack');
    const strip = render(<OrderStrip order={{ ...pack, purpose: 'gems', recipient: NOURA }} />);
    expect(plain(strip.container.textContent)).toContain(`$9.99${WRITTEN}`);
    strip.unmount();
    const props = { pack, Own: null, isLookedUp: false, isBusy: false, onPress: () => undefined };
    const bar = render(<PayNow {...props} nickname="N" />);
    expect(plain(bar.container.textContent)).toContain(WRITTEN);
    bar.rerender(<PayNow {...props} nickname={null} />);
    expect(plain(bar.container.textContent)).not.toContain('≈');
  });

  it('the local price is not stored for the next visit', () => {
    storedPacks.write(listWith(RIYALS));
    expect(localStorage.getItem('jawhara.packs')).not.toContain('37.5');
    expect(storedPacks.read()?.rows[0]?.estimate).toBeUndefined();
  });
});
