import type { MailConsent } from '@jawhara/domain';

/**
 * The words of every text that somebody has ever said yes to mail with. Never edited: changed words are a new row under a new name.
 * The site's tests hold what is shown against these.
 */
export const MAIL_CONSENT_WORDS = {
  'mail-ar-1':
    'إرسال الإيصال وأخبار الطلب إلى بريدي. لهذا الطلب فقط، دون دعاية. إيقاف الرسائل بضغطة واحدة. [إرسال]',
  'mail-en-1':
    'Email me the receipt and news of this order. For this order only, no ads. One press stops it. [Send]',
} as const satisfies Record<MailConsent, string>;
