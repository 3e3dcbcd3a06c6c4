import { PAY_TYPES, type PayType } from '@jawhara/domain';
import { expect, it } from 'vitest';
import { word } from '../../../words/word.ts';
import { orderFailedSentence } from './problem-note.tsx';

const refused = { message: 'هذه الباقة لم تعد متاحة.', result: 22004 };

it('[ORD-10 in part] an order that fails shows its message and code; with a wallet button drawn by PayerMax, a network error', () => {
  for (const code of Object.keys(PAY_TYPES)) {
    const payType = Number(code) as PayType;
    const sentence = orderFailedSentence(payType, refused);
    if (payType === 31) {
      expect(sentence).toBe(word('net.error'));
      continue;
    }
    expect(sentence).toContain('هذه الباقة لم تعد متاحة');
    expect(sentence).toContain('22004');
  }
});
