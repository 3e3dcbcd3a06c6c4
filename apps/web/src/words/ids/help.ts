/** Written by build/word-ids.ts from the catalogues; do not edit. */
export type HelpWord =
  | 'common.copied'
  | 'contact.email'
  | 'contact.emailSubject'
  | 'contact.hours'
  | 'contact.whatsapp'
  | 'contact.whatsappText'
  | 'help.keeps'
  | 'help.reportBody'
  | 'help.reportBodyNoOrder'
  | 'help.title'
  | 'orders.title'
  | 'receipt.copyOrder'
  | 'receipt.order'
  | 'result.needHelp'
  | 'result.report';
