import { describe, expect, it } from 'vitest';
import type { WalletTrouble } from '../../machine/purchase/purchase-state.ts';
import { problemSentence } from './problem-note.tsx';

const APPLE_PAY = 26;
const sentence = (why: WalletTrouble): string => problemSentence({ kind: 'wallet', why }, APPLE_PAY);

describe('a wallet payment that was not made', () => {
  it.each([
    ['cancelled', 'أُلغي الدفع قبل أن يكتمل.'],
    ['lost', 'تعذّر الاتصال. تحقّق من الإنترنت ثم أعد المحاولة.'],
    ['not-sent', 'تعذّر إرسال طلب الدفع. أعد المحاولة أو جرّب طريقة دفع أخرى.'],
  ] as const)('[WAL-07] a wallet payment that ended as %s shows: %s', (why, text) =>
    expect(sentence(why)).toBe(text),
  );
});
