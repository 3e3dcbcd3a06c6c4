import { usdCents, type GemPack, type RechargeId } from '@jawhara/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentToast, render, screen, userEvent } from '../../ui/test/library.ts';
import { word } from '../../words/word.ts';
import { PayNow } from './pay-now.tsx';

const pack: GemPack = {
  priceUsdCents: usdCents(999),
  gems: 1_060,
  bonusGems: 60,
  rechargeId: 'card_999' as RechargeId,
  methods: [],
};

afterEach(() => void vi.restoreAllMocks());

describe('the pay button without a network', () => {
  it('looks held, and a press says why and does nothing', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const onPress = vi.fn<() => void>();
    render(
      <PayNow Own={null} pack={pack} nickname="N" isLookedUp={false} isBusy={false} onPress={onPress} />,
    );
    const button = screen.getByTestId('pay-now');
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(onPress).not.toHaveBeenCalled();
    expect(currentToast()?.text).toBe(word('net.notConnected'));
  });

  it('says of an account that is still to be looked up what its field says', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(
      <PayNow Own={null} pack={pack} nickname={null} isLookedUp isBusy={false} onPress={() => undefined} />,
    );
    expect(screen.getByText(word('search.waitOnline'))).toBeDefined();
    expect(screen.queryByText(word('pay.looking'))).toBeNull();
  });
});
