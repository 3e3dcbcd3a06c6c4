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
  it('the pay button without a network looks disabled, and a press shows the reason and does nothing', async () => {
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

  it('without a network the pay button says that the account is looked up once there is a connection', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    render(
      <PayNow Own={null} pack={pack} nickname={null} isLookedUp isBusy={false} onPress={() => undefined} />,
    );
    expect(screen.getByText(word('search.waitOnline'))).toBeDefined();
    expect(screen.queryByText(word('pay.looking'))).toBeNull();
  });
});
