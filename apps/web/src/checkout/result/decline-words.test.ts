import { DECLINE_REASONS, declineOf, type DeclineReason, type NextStep } from '@jawhara/domain';
import { describe, expect, it } from 'vitest';
import '../../words/load-result.ts';
import { word } from '../../words/word.ts';
import { DECLINE_WORDS, NEXT_STEP_WORDS } from './decline-words.ts';

const REASONS = Object.keys(DECLINE_REASONS) as DeclineReason[];
const NEXT_STEPS = [...new Set(REASONS.map((reason) => DECLINE_REASONS[reason].nextStep))];
const told = (reason: DeclineReason) => word(DECLINE_WORDS[reason]);

const SAYS_OTHER_CARD_OR_METHOD = 'جرّب بطاقة أخرى أو طريقة دفع أخرى';

describe('the words of a refusal', () => {
  it.each(REASONS)('%s says what happened and then what to do, and blames nobody', (reason) => {
    const sentences = told(reason).split('. ');
    expect(sentences).toHaveLength(2);
    expect(told(reason)).toMatch(/^[\p{Script=Arabic}].+[.]$/u);
    expect(told(reason)).not.toMatch(/[!?؟]|عذر|خطؤك|الخاصة بك|[٠-٩]/);
  });

  it('no two reasons sound alike', () => {
    expect(new Set(REASONS.map(told)).size).toBe(REASONS.length);
  });

  it.each(NEXT_STEPS)('the next step %s has a short label', (nextStep: NextStep) => {
    const label = word(NEXT_STEP_WORDS[nextStep]);
    expect(label.length).toBeGreaterThan(3);
    expect(label.length).toBeLessThanOrEqual(32);
  });

  it('whoever shall try another card is told so, in the words of the catalogue where it is all they can do', () => {
    const others = REASONS.filter((reason) => DECLINE_REASONS[reason].nextStep === 'other-card');
    for (const reason of others) expect(told(reason)).toMatch(/بطاقة أخرى/);
    expect(told('risk')).toContain(SAYS_OTHER_CARD_OR_METHOD);
  });

  it.each(['200P1', '20061', '20065', '200P9', '20121', '30021', '30022'])(
    '[ORD-09] %s is told to try another card or another method',
    (code) => {
      expect(told(declineOf(13, code).reason)).toContain(SAYS_OTHER_CARD_OR_METHOD);
    },
  );

  it('[ORD-09] 20051 speaks of the balance, an expired card of its date, anything else of retrying or another card', () => {
    expect(told(declineOf(13, '20051').reason)).toContain('رصيد البطاقة غير كافٍ');
    expect(told(declineOf(13, '20005', 'Expired card').reason)).toContain('البطاقة منتهية');
    for (const code of ['20005', '99999', '']) {
      expect(told(declineOf(13, code).reason)).toMatch(/أعد المحاولة.*أو جرّب بطاقة أخرى/);
    }
  });
});
