import {
  ADYEN_CARD,
  CHECKOUT_COM_CARD,
  DECLINE_REASONS,
  declineOf,
  type DeclineReason,
  type OrderPurpose,
  type PayType,
} from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import { word } from '../../../words/word.ts';
import { DECLINE_SENTENCES } from './decline-sentences.ts';
import {
  NO_WALLET,
  notPaidTemplate,
  offeredTemplate,
  type NotPaidTemplate,
  type OfferFacts,
  type DeclinePanel,
} from './decline-panel.ts';

const REASONS = Object.keys(DECLINE_REASONS) as DeclineReason[];
const reported = (reason: DeclineReason) => word(DECLINE_SENTENCES[reason]);
const ALL: OfferFacts = {
  hasSmallerPack: true,
  updatesDate: true,
  isTyped: true,
  isMoneyOpen: false,
  hasWallet: false,
};

function withFix(template: NotPaidTemplate): DeclinePanel {
  if (!('fix' in template)) throw new Error('nothing to mend here');
  return template;
}

/** The panel of a provider's decline code, with what the server derives from the code. */
const ofCode = (code: string, payType: PayType = CHECKOUT_COM_CARD, provider: 13 | 17 = 13) =>
  withFix(
    notPaidTemplate(
      { kind: 'refused', outcome: declineOf(provider, code).outcome, code, reason: null },
      payType,
    ),
  );

describe('the words of a refusal', () => {
  it.each(REASONS)(
    'the text for the decline reason %s has at most two sentences, and no apology or blame',
    (reason) => {
      expect(reported(reason).split('. ').length).toBeLessThanOrEqual(2);
      expect(reported(reason)).toMatch(/^[\p{Script=Arabic}].+[.]$/u);
      expect(reported(reason)).not.toMatch(/[!?؟]|عذر|خطؤك|الخاصة بك|[٠-٩]/);
    },
  );

  it('each decline reason has its own text', () => {
    expect(new Set(REASONS.map(reported)).size).toBe(REASONS.length);
  });

  it('no text of a decline reason says whether money was taken', () => {
    for (const reason of REASONS) expect(reported(reason)).not.toMatch(/خُصم|يُخصم|تُسجّل/);
  });
});

describe('[WAL-07] a card in a wallet', () => {
  const WALLET: PayType = 26;
  const plain = (outcome: 'balance' | 'verify' | 'high-risk' | 'other', payType: PayType = WALLET) =>
    notPaidTemplate({ kind: 'refused', outcome, code: null, reason: null }, payType);

  it('a card in a wallet that is refused for its balance or verification has the wallet’s own texts', () => {
    expect(plain('balance')).toMatchObject({
      title: 'result.balance.title',
      sentence: 'err.insufficientWallet',
    });
    expect(ofCode('12', WALLET, 17).sentence).toBe('err.insufficientWallet');
    expect(plain('verify')).toMatchObject({ title: 'result.verify.title', sentence: 'err.3ds' });
    expect(ofCode('11', WALLET, 17).sentence).toBe('err.3ds');
  });

  it('other wallet refusals have the general texts, and a typed card never has the wallet’s texts', () => {
    expect(plain('other').sentence).toBe('result.other.tip');
    // The specified title and sentence stay; the second line says what helps.
    expect(plain('high-risk')).toMatchObject({
      title: 'result.highRisk.title',
      hint: 'result.highRisk.hint',
    });
    expect(plain('balance', ADYEN_CARD).sentence).toBe('result.balance.tip');
    expect(ofCode('12', ADYEN_CARD, 17).sentence).toBe(DECLINE_SENTENCES['insufficient-funds']);
  });
});

describe('what a refusal offers', () => {
  it.each([
    ['20051', 'result.balance.title', 'smaller-pack', ['other-card', 'wallet'], 'close'],
    ['20014', 'result.details.title', 'fix-number', ['other-card'], 'close'],
    ['20087', 'result.cvv.title', 'cvv-again', ['other-card'], 'close'],
    ['20151', 'result.threeDs.title', 'bank-again', ['other-card', 'wallet'], 'close'],
    ['20152', 'result.verify.title', 'bank-again', ['other-card', 'wallet'], 'close'],
    ['20005', 'result.bank.title', 'other-card', ['same-card', 'call-bank'], 'close'],
    ['20059', 'result.risk.title', 'other-card', ['wallet'], 'close'],
    ['20061', 'result.limit.title', 'other-card', ['smaller-pack', 'wallet'], 'close'],
    ['20054', 'result.expire.title', 'new-date', ['other-card', 'wallet'], 'understood'],
    ['Canceled', 'result.cancelled.title', 'pay', ['other-card'], 'close'],
    ['Expired', 'result.lapsed.title', 'new-order', ['other-card'], 'close'],
    ['99999', 'result.other.title', 'retry', ['other-card', 'wallet'], 'understood'],
  ] as const)(
    'the decline code %s shows the title %s and the main action %s',
    (code, title, fix, ways, closes) => {
      expect(ofCode(code)).toMatchObject({ title, fix, ways, closes });
    },
  );

  it.each(['200P1', '20061', '20065', '200P9', '20121', '30021', '30022'])(
    '[ORD-09] the decline code %s offers another card',
    (code) => {
      const { fix, ways } = ofCode(code);
      expect([fix, ...ways]).toContain('other-card');
    },
  );

  it('[ORD-09] code 20051 names the low balance, an expired card is named as expired, other codes offer retry and another card', () => {
    expect(word(ofCode('20051').sentence)).toContain('رصيد البطاقة لا يكفي');
    expect(declineOf(13, '20005', 'Expired card').reason).toBe('card-expired');
    expect(reported('card-expired')).toContain('البطاقة منتهية');
    for (const code of ['20005', '99999']) {
      const { fix, ways } = ofCode(code);
      expect([fix, ...ways]).toContain('other-card');
      expect([fix, ...ways].some((way) => way === 'retry' || way === 'same-card')).toBe(true);
    }
  });

  it('a refusal offers no smaller pack if no smaller pack exists', () => {
    const without = { ...ALL, hasSmallerPack: false };
    expect(offeredTemplate(ofCode('20051'), without)).toMatchObject({
      fix: 'other-card',
      ways: [],
      closes: 'understood',
    });
    expect(offeredTemplate(ofCode('20061'), without).ways).not.toContain('smaller-pack');
  });

  it('[UX 2.6] a refusal offers no wallet if the visitor has none', () => {
    for (const reason of REASONS) {
      const ending = { kind: 'refused', outcome: 'other', code: reason, reason } as const;
      const template = withFix(notPaidTemplate(ending, ADYEN_CARD));
      const { ways } = offeredTemplate(template, { ...ALL, hasWallet: true });
      expect(ways.includes('wallet')).toBe(template.ways.includes('wallet'));
      expect(offeredTemplate(template, ALL).ways).not.toContain('wallet');
    }
  });

  it('a refusal offers a new card date only where the provider accepts one, and otherwise another card', () => {
    const expired = ofCode('20054');
    expect(offeredTemplate(expired, ALL).fix).toBe('new-date');
    expect(offeredTemplate(expired, { ...ALL, updatesDate: false }).fix).toBe('other-card');
  });

  it('a refusal does not tell the payer to change the date where the date cannot be changed', () => {
    const expired = ofCode('20054');
    const final = { ...ALL, updatesDate: false };
    expect(word(offeredTemplate(expired, ALL).sentence)).toContain('حدّث تاريخها');
    expect(word(offeredTemplate(expired, final).sentence)).toBe(
      'يقول البنك إن هذه البطاقة لم تعد صالحة للدفع.',
    );
    expect(offeredTemplate(ofCode('20100'), final).sentence).toBe(ofCode('20100').sentence);
  });

  it.each([
    ['20051', 'refused'],
    ['20054', 'date'],
    ['20100', 'date'],
    ['20014', 'details'],
    ['20087', 'details'],
    ['20151', 'guarded'],
    ['20152', 'late'],
    ['20059', 'guarded'],
    ['20005', 'refused'],
    ['20061', 'refused'],
    ['Canceled', 'cancelled'],
    ['Expired', 'lapsed'],
  ] as const)('the decline code %s has the picture “%s”', (code, medal) => {
    expect(ofCode(code).medal).toBe(medal);
  });

  it('while it is unknown if money was taken, the main action is a check, and paying again is a further action', () => {
    const open = { ...ALL, isMoneyOpen: true };
    expect(offeredTemplate(ofCode('Canceled'), open)).toMatchObject({
      fix: 'check',
      ways: ['same-card', 'other-card'],
    });
    expect(offeredTemplate(ofCode('20051'), open)).toMatchObject({
      fix: 'check',
      ways: ['smaller-pack', 'other-card'],
    });
    expect(offeredTemplate(ofCode('20005'), open).ways).toEqual(['other-card', 'same-card', 'call-bank']);
    for (const reason of REASONS) {
      const ending = { kind: 'refused', outcome: 'other', code: reason, reason } as const;
      expect(offeredTemplate(withFix(notPaidTemplate(ending, ADYEN_CARD)), open).fix).toBe('check');
    }
  });

  it('no refusal offers the same action twice', () => {
    for (const reason of REASONS) {
      const code = reason;
      const template = withFix(
        notPaidTemplate({ kind: 'refused', outcome: 'other', code, reason: null }, ADYEN_CARD),
      );
      const { fix, ways } = offeredTemplate(template, ALL);
      expect(new Set([fix, ...ways]).size).toBe(ways.length + 1);
    }
  });

  it('cancelled and expired payments have titles of their own, and a refunded payment offers no action', () => {
    expect(notPaidTemplate({ kind: 'cancelled' }, 23)).toMatchObject({
      title: 'result.cancelled.title',
      fix: 'pay',
    });
    expect(notPaidTemplate({ kind: 'expired' }, 23)).toMatchObject({ title: 'result.lapsed.title' });
    expect(notPaidTemplate({ kind: 'returned', wasDelivered: true }, 23)).not.toHaveProperty('fix');
  });

  it('a refunded order says that gems were removed only if they had been delivered', () => {
    const sentence = (wasDelivered: boolean, purpose: OrderPurpose) =>
      notPaidTemplate({ kind: 'returned', wasDelivered }, 23, purpose).sentence;
    expect(sentence(true, 'gems')).toBe('result.returned.tip');
    expect(sentence(false, 'gems')).toBe('result.returned.undelivered');
    for (const wasDelivered of [true, false])
      expect(sentence(wasDelivered, 'fine')).toBe('result.returned.fine');
  });

  it('[RES-06 in part] in a browser without wallet support the result names the reason and closes with “understood”', () => {
    expect(NO_WALLET.closes).toBe('understood');
    expect(word(NO_WALLET.sentence)).toContain('متصفحك لا يدعم Apple Pay');
  });
});
