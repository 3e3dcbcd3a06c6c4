/** The part of the provider's Arabic texts that its script passes to the fields and to screen readers. */
const AR: Readonly<Record<string, string>> = {
  'creditCard.cardNumber.label': 'رقم البطاقة',
  'creditCard.expiryDate.label': 'تاريخ الانتهاء',
  'creditCard.securityCode.label': 'رمز CVV',
  'creditCard.encryptedCardNumber.aria.iframeTitle': 'إطار رقم البطاقة',
  'creditCard.encryptedExpiryDate.aria.iframeTitle': 'إطار تاريخ الانتهاء',
  'creditCard.encryptedSecurityCode.aria.iframeTitle': 'إطار رمز الأمان',
  'cc.num.900': 'أدخل رقم البطاقة',
  'cc.num.901': 'رقم البطاقة غير مكتمل',
  'cc.num.902': 'تحقّق من رقم البطاقة',
  'cc.num.903': 'هذه البطاقة غير مقبولة',
  'cc.dat.910': 'أدخل تاريخ الانتهاء',
  'cc.dat.911': 'تاريخ الانتهاء غير صحيح',
  'cc.dat.912': 'البطاقة منتهية',
  'cc.cvc.920': 'أدخل رمز CVV',
  'cc.cvc.921': 'رمز CVV غير مكتمل',
};

/** "ar.json", "ar-SA.json". For other languages the script has English texts of its own. */
export function translationsFor(file: string): object {
  return file.startsWith('ar') ? AR : {};
}
