import {
  accountId,
  CHECKOUT_COM_CARD,
  usdCents,
  type DisplayId,
  type GemPack,
  type RechargeId,
} from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { findGap } from '../machine/guards.ts';
import { gapSentence } from './pay-gap.ts';
import { packTier } from '../../ui/pack-art.tsx';

const RECIPIENT = { accountId: accountId(1), displayId: '50001' as DisplayId, nickname: 'N', iconUrl: null };
const rechargeId = 'card_999' as RechargeId;
const PACK: GemPack = {
  priceUsdCents: usdCents(999),
  gems: 1_060,
  bonusGems: 60,
  rechargeId,
  methods: [{ payType: CHECKOUT_COM_CARD, rechargeId }],
};
const READY = { recipient: RECIPIENT, pack: PACK, fine: null, payType: CHECKOUT_COM_CARD, isOnline: true };

describe('the choices without which a payment cannot start', () => {
  it('with recipient, pack, pay type and network nothing stops the payment', () => {
    expect(findGap(READY)).toBeNull();
  });

  it('[RCP-05] without a recipient the payment stops, and a sentence asks for the id', () => {
    expect(findGap({ ...READY, recipient: null })).toBe('recipient');
    expect(gapSentence('recipient')).toBe('أدخل المعرّف أولًا ليظهر الحساب.');
  });

  it('a missing pack, a pack without the pay type, and no network each stop the payment with their own sentence', () => {
    expect(findGap({ ...READY, pack: null })).toBe('pack');
    expect(findGap({ ...READY, pack: { ...PACK, methods: [] } })).toBe('method');
    expect(findGap({ ...READY, isOnline: false })).toBe('offline');
    const sentences = (['offline', 'recipient', 'pack', 'method'] as const).map(gapSentence);
    expect(new Set(sentences).size).toBe(4);
  });
});

describe('packTier', () => {
  it('a larger gem pack has a larger treasure picture', () => {
    const tiers = [100, 320, 540, 1_060, 2_200, 3_400, 5_800, 12_000].map(packTier);
    expect(tiers).toEqual([1, 2, 3, 4, 5, 5, 6, 7]);
  });
});
