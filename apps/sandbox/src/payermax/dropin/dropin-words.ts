import type { FrameWords } from '../../world/fields/field-words.ts';
import type { Localization } from './messages.ts';

/** The provider has English texts only; the shop supplies every other language. */
const EN = {
  cardnum: 'Card number',
  cardnumHint: 'XXXX XXXX XXXX XXXX',
  cardnumErrTip: 'The card number is incorrect',
  cardbinErrTip: {
    CARD_NOT_SUPPORT: 'This card is not supported',
    CARD_NO_INVALID: 'Please check the card number',
  },
  expdate: 'Expiry date',
  expdateHint: 'MM/YY',
  expdateErrTip: 'The expiry date is incorrect',
  cvv: 'CVV/CVC',
  cvvHint: '123',
  cvvErrTip: 'The CVV/CVC is incorrect',
  name: 'Cardholder name',
  nameHint: '',
  nameErrTip: 'The name is incorrect',
  saveCardInfoTip: 'Save the card for the next payment',
} as const satisfies Localization;

export interface DropinWords extends FrameWords {
  readonly save: string;
}

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/;

export function dropinWords(language: string, localization: Localization): DropinWords {
  const own = {
    ...EN,
    ...localization,
    cardbinErrTip: { ...EN.cardbinErrTip, ...localization.cardbinErrTip },
  };
  const number = own.cardnumErrTip;
  const { expdateErrTip: expiry, cvvErrTip: cvv, nameErrTip: holder } = own;
  return {
    direction: RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr',
    other: number,
    save: own.saveCardInfoTip,
    fields: {
      number: {
        label: own.cardnum,
        placeholder: own.cardnumHint,
        hint: '',
        faults: {
          required: number,
          incomplete: number,
          luhn: own.cardbinErrTip.CARD_NO_INVALID,
          scheme: own.cardbinErrTip.CARD_NOT_SUPPORT.replace('{cardOrg}', ''),
        },
      },
      expiry: {
        label: own.expdate,
        placeholder: own.expdateHint,
        hint: '',
        faults: { required: expiry, incomplete: expiry, month: expiry, past: expiry },
      },
      cvv: {
        label: own.cvv,
        placeholder: own.cvvHint,
        hint: '',
        faults: { required: cvv, length: cvv },
      },
      holder: {
        label: own.name,
        placeholder: own.nameHint,
        hint: '',
        faults: { required: holder, long: holder },
      },
    },
  };
}
