/** People with accounts at the two providers. The sandbox does not know their accounts in the shop. */
export const PEOPLE = {
  facebook: [
    { id: '10150000000001001', name: 'نورة' },
    { id: '10150000000007777', name: 'سلمى، بلا حساب في التطبيق' },
    { id: '10150000000002001', name: 'خالد، محظور في التطبيق' },
  ],
  google: [
    { id: '110000000000000001002', name: 'أمل' },
    { id: '110000000000000007777', name: 'ريم، بلا حساب في التطبيق' },
    { id: '110000000000000002002', name: 'فهد، معطّل في التطبيق' },
  ],
} as const;

export type Provider = keyof typeof PEOPLE;
