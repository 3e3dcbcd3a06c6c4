import '../../words/load-home.ts';
import { accountId, CHECKOUT_COM_CARD, usdCents, type DisplayId, type RechargeId } from '@jawhara/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedPacks } from '../../host/stored-packs.ts';
import { storedLastPaidAmount } from '../../host/stored-purchase.ts';
import { rememberRecipient } from '../../host/stored-recipients.ts';
import { testScreen, type TestScreen } from '../../ui/test/test-screen.tsx';
import { word } from '../../words/word.ts';
import { LastTime } from './last-time.tsx';

let screen: TestScreen;
beforeEach(() => {
  localStorage.clear();
  screen = testScreen();
});
afterEach(() => screen.remove());

describe('like last time', () => {
  it('the gems are a run of text of their own, whatever signs the nickname holds', () => {
    const rechargeId = 'card_99' as RechargeId;
    const pack = {
      priceUsdCents: usdCents(99),
      gems: 100,
      bonusGems: 0,
      rechargeId,
      payTypes: [CHECKOUT_COM_CARD],
    };
    storedPacks.write({
      rows: [pack],
      recommended: [],
      extraRecommended: null,
      isNewPayer: false,
      isNewAccount: false,
      isNewDevice: false,
      payGroup: '',
    });
    storedLastPaidAmount.write(pack.priceUsdCents);
    rememberRecipient({
      accountId: accountId(1),
      displayId: '5048213' as DisplayId,
      nickname: '💎 ملك 💎',
      iconUrl: null,
    });
    screen.render(<LastTime />);
    const runs = [...screen.element.querySelectorAll('.h2 > span')].map((run) => run.textContent);
    expect(runs).toHaveLength(2);
    expect(runs[0]).toBe(word('count.gems', { n: 100 }));
    expect(runs[1]).toContain('💎 ملك 💎');
  });
});
