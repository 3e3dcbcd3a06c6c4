import type { MailConsent } from '@jawhara/domain';

/**
 * Every text with which a payer has agreed to mail. Never edited: a changed text is a new row under a new name. The site's
 * tests compare what is shown with these.
 */
export const MAIL_CONSENT_WORDS = {
  'mail-ar-1':
    'إرسال الإيصال وأخبار الطلب إلى بريدي. لهذا الطلب فقط، دون دعاية. إيقاف الرسائل بضغطة واحدة. [إرسال]',
  'mail-en-1':
    'Email me the receipt and news of this order. For this order only, no ads. One press stops it. [Send]',
} as const satisfies Record<MailConsent, string>;
