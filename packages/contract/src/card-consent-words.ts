import type { CardConsent } from '@jawhara/domain';

/**
 * Every text with which a payer has agreed to a card being saved. `{card}` is its scheme and last four digits. Never
 * edited: a changed text is a new row under a new name. The site's tests compare what is shown with these.
 */
export const CARD_CONSENT_WORDS = {
  'fields-ar-1': 'أوافق على أن يحفظ مزوّد الدفع بطاقتي. تُستخدم لمدفوعاتك هنا فقط، ويمكن حذفها في أي وقت.',
  'remember-ar-1':
    'نتذكّر هذه البطاقة؟ {card} في المرة القادمة يكفي رمز CVV. تُستخدم لمدفوعاتك هنا فقط، ويمكن حذفها في أي وقت. [نعم، نتذكّرها] [لا، شكرًا]',
  'remember-without-cvv-ar-1':
    'نتذكّر هذه البطاقة؟ {card} تكون جاهزة في المرة القادمة دون كتابة بياناتها. تُستخدم لمدفوعاتك هنا فقط، ويمكن حذفها في أي وقت. [نعم، نتذكّرها] [لا، شكرًا]',
  'fields-en-1':
    "I agree to the payment provider saving my card. It's used only for your payments here, and you can delete it at any time.",
  'remember-en-1':
    "Remember this card? {card} Next time, all you'll need is the CVV. It's used only for your payments here, and you can delete it at any time. [Yes, remember it] [No, thanks]",
  'remember-without-cvv-en-1':
    "Remember this card? {card} It'll be ready next time, with no details to enter. It's used only for your payments here, and you can delete it at any time. [Yes, remember it] [No, thanks]",
} as const satisfies Record<CardConsent, string>;
