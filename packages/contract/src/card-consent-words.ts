import type { CardConsent } from '@jawhara/domain';

/**
 * The words of every text that somebody has ever said yes to a card being kept with. `{card}` is its scheme and last four
 * digits. Never edited: changed words are a new row under a new name. The site's tests hold what is shown against these.
 */
export const CARD_CONSENT_WORDS = {
  'fields-ar-1': 'أوافق على أن يحفظ مزوّد الدفع بطاقتي. تُستخدم لمدفوعاتك هنا فقط، ويمكن حذفها في أي وقت.',
  'remember-ar-1':
    'نتذكّر هذه البطاقة؟ {card} في المرة القادمة يكفي رمز CVV. تُستخدم لمدفوعاتك هنا فقط، ويمكن حذفها في أي وقت. [نعم، نتذكّرها] [لا، شكرًا]',
  'remember-without-cvv-ar-1':
    'نتذكّر هذه البطاقة؟ {card} تكون جاهزة في المرة القادمة دون كتابة بياناتها. تُستخدم لمدفوعاتك هنا فقط، ويمكن حذفها في أي وقت. [نعم، نتذكّرها] [لا، شكرًا]',
} as const satisfies Record<CardConsent, string>;
