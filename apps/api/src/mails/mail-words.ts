import type { Locale } from '@jawhara/domain';

type Words = Readonly<Record<string, string>>;
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }>;

/** The sentences of the mails. `{name}` and its like are put in by compose-mail.ts, isolated. */
export const MAIL_WORDS = {
  ar: {
    brand: 'جوهرة',
    'receipt.state': 'اكتمل',
    'receipt.subject': 'وصلت {gems} إلى {name}',
    'receipt.preview': 'دُفع {amount} من {card}. رقم الطلب {order}.',
    'receipt.body': 'دفعت {amount} من {card}، والجواهر الآن في الحساب.',
    'late.state': 'الجواهر في الطريق',
    'late.subject': 'طلبك {order} ما زال قيد المتابعة',
    'late.preview': 'قُبل الدفع، ولم تصل الجواهر بعد. لا حاجة إلى الدفع مرة أخرى.',
    'late.title': 'تأخرت الجواهر، ونتابع الطلب',
    'late.body': 'قُبل دفع {amount}، ولم تصل {gems} إلى {name} بعد. لا حاجة إلى الدفع مرة أخرى.',
    'late.choice': 'يمكن الانتظار أو طلب استرداد المبلغ من صفحة الطلب.',
    'refunded.state': 'أُعيد المبلغ',
    'refunded.subject': 'أُعيد مبلغ الطلب {order}',
    'refunded.preview': 'أُعيد {amount} إلى {card}.',
    'refunded.body': 'أُعيد {amount} إلى {card} في {date}.',
    'refunded.when': 'يظهر المبلغ في كشف البطاقة عادةً خلال {days}، بحسب البنك.',
    'refunded.gems': 'وسُحبت جواهر هذا الطلب من الحساب.',
    'refunded.noGems': 'لم تصل جواهر هذا الطلب إلى الحساب.',
    seeReceipt: 'عرض الإيصال',
    seeOrder: 'عرض الطلب',
    why: 'سُجّل هذا البريد مع الطلب {order} لتصل إليه أخباره. لا تتبّع في هذه الرسالة.',
    stop: 'إيقاف رسائل هذا الطلب',
    help: 'بحاجة إلى مساعدة؟ الرد على هذه الرسالة يصل إلينا.',
    safety: 'لا نطلب أبدًا رقم البطاقة أو رمز CVV بالبريد.',
    'row.order': 'رقم الطلب',
    'row.pack': 'الباقة',
    'row.account': 'الحساب',
    'row.amount': 'المبلغ',
    'row.method': 'طريقة الدفع',
    'row.time': 'الوقت',
    card: 'بطاقة بنكية',
    applePay: 'Apple Pay',
    googlePay: 'Google Pay',
    place: '{company}، {country}',
  },
  en: {
    brand: 'Jawhara',
    'receipt.state': 'Completed',
    'receipt.subject': '{gems} arrived for {name}',
    'receipt.preview': '{amount} paid with {card}. Order number {order}.',
    'receipt.body': 'You paid {amount} with {card}, and the gems are in the account.',
    'late.state': 'Gems on the way',
    'late.subject': "We're still following up on order {order}",
    'late.preview':
      "The payment was accepted, but the gems haven't arrived yet. There's no need to pay again.",
    'late.title': "The gems are late, and we're following up",
    'late.body':
      "Your payment of {amount} was accepted, but {gems} for {name} haven't arrived yet. There's no need to pay again.",
    'late.choice': "You can wait, or request a refund on the order's page.",
    'refunded.state': 'Refunded',
    'refunded.subject': 'Order {order} was refunded',
    'refunded.preview': '{amount} was returned to {card}.',
    'refunded.body': '{amount} was returned to {card} on {date}.',
    'refunded.when': 'It usually shows on the card statement within {days}, depending on your bank.',
    'refunded.gems': "This order's gems were taken back from the account.",
    'refunded.noGems': "This order's gems never reached the account.",
    seeReceipt: 'View the receipt',
    seeOrder: 'View the order',
    why: 'This address was given with order {order} for its news. This email contains no tracking.',
    stop: 'Stop emails about this order',
    help: 'Need help? Reply to this email.',
    safety: 'We never ask for a card number or CVV by email.',
    'row.order': 'Order number',
    'row.pack': 'Pack',
    'row.account': 'Account',
    'row.amount': 'Amount',
    'row.method': 'Payment method',
    'row.time': 'Time',
    card: 'Bank card',
    applePay: 'Apple Pay',
    googlePay: 'Google Pay',
    place: '{company}, {country}',
  },
} as const satisfies Record<Locale, Words>;

export type MailWord = keyof (typeof MAIL_WORDS)['ar'];

/** Counted as the site's catalogues count them. */
export const GEM_FORMS = {
  ar: {
    zero: 'لا جواهر',
    one: 'جوهرة واحدة',
    two: 'جوهرتين',
    few: '# جواهر',
    many: '# جوهرة',
    other: '# جوهرة',
  },
  en: { one: '# gem', other: '# gems' },
} as const satisfies Record<Locale, Forms>;
