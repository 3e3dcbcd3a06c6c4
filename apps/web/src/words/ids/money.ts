/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type MoneyWord =
  | 'a11y.approx'
  | 'money.AED'
  | 'money.BHD'
  | 'money.EGP'
  | 'money.IQD'
  | 'money.JOD'
  | 'money.KWD'
  | 'money.MAD'
  | 'money.OMR'
  | 'money.QAR'
  | 'money.SAR'
  | 'money.approx';
