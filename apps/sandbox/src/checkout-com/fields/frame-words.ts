import type { FrameWords } from '../../world/fields/field-words.ts';

const AR: FrameWords = {
  direction: 'rtl',
  other: 'تحقّق من هذا الحقل',
  fields: {
    number: {
      label: 'رقم البطاقة',
      placeholder: '0000 0000 0000 0000',
      hint: '',
      faults: {
        required: 'أدخل رقم البطاقة',
        incomplete: 'رقم البطاقة غير مكتمل.',
        scheme: 'لا نقبل هذا النوع من البطاقات. نقبل Visa وMastercard.',
        luhn: 'تحقّق من رقم البطاقة، فيه رقم غير صحيح.',
      },
    },
    expiry: {
      label: 'تاريخ الانتهاء',
      placeholder: 'MM/YY',
      hint: '',
      faults: {
        required: 'أدخل تاريخ الانتهاء',
        incomplete: 'تاريخ الانتهاء غير مكتمل',
        month: 'الشهر غير صحيح',
        past: 'البطاقة منتهية',
      },
    },
    cvv: {
      label: 'رمز CVV',
      placeholder: '123',
      hint: '3 أرقام خلف البطاقة',
      faults: { required: 'أدخل رمز CVV', length: 'رمز CVV غير صحيح. أدخله من جديد (3 أو 4 أرقام).' },
    },
    holder: {
      label: 'الاسم على البطاقة',
      placeholder: 'كما هو مكتوب على البطاقة',
      hint: '',
      faults: { required: 'أدخل الاسم على البطاقة', long: 'الاسم طويل. أقل من 255 حرفًا.' },
    },
  },
};

const EN: FrameWords = {
  direction: 'ltr',
  other: 'Check this field',
  fields: {
    number: {
      label: 'Card number',
      placeholder: '0000 0000 0000 0000',
      hint: '',
      faults: {
        required: 'Enter the card number',
        incomplete: 'The card number is incomplete',
        scheme: 'This card is not accepted. We take Visa and Mastercard.',
        luhn: 'Check the card number, there seems to be a typing error',
      },
    },
    expiry: {
      label: 'Expiry date',
      placeholder: 'MM/YY',
      hint: '',
      faults: {
        required: 'Enter the expiry date',
        incomplete: 'The expiry date is incomplete',
        month: 'There is no such month',
        past: 'The card has expired',
      },
    },
    cvv: {
      label: 'CVV',
      placeholder: '123',
      hint: '3 digits on the back',
      faults: { required: 'Enter the CVV', length: 'Wrong CVV, enter it again (usually 3-4 digits)' },
    },
    holder: {
      label: 'Name on card',
      placeholder: 'As written on the card',
      hint: '',
      faults: { required: 'Enter the name on the card', long: 'The name is too long' },
    },
  },
};

export function wordsFor(locale: string): FrameWords {
  return locale.startsWith('en') ? EN : AR;
}
