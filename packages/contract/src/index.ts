export * from './all-endpoints.ts';
export { CARD_CONSENT_WORDS } from './card-consent-words.ts';
export { MAIL_CONSENT_WORDS } from './mail-consent-words.ts';
export * from './endpoint.ts';
export * from './error-catalogue.ts';
export * from './error-messages.ts';
export * from './http/accounts.ts';
export * from './http/batch.ts';
export type * from './card-fields/provider-fields.ts';
export * from './http/card-session.ts';
export * from './http/feedback.ts';
export * from './http/fines.ts';
export * from './http/gem-packs.ts';
export * from './http/device-transfer.ts';
export * from './http/logins.ts';
export * from './http/mails.ts';
export * from './http/my-data.ts';
export * from './http/operator-facts.ts';
export * from './http/order-info.ts';
export * from './http/order-search.ts';
export * from './http/receipts.ts';
export * from './http/order-parts.ts';
export * from './http/order-requests.ts';
export * from './http/own-orders.ts';
export * from './http/orders.ts';
export * from './http/policy-reports.ts';
export * from './http/recipient-history.ts';
export * from './http/recipients.ts';
export * from './http/reports.ts';
export * from './http/rooms.ts';
export * from './http/saved-cards.ts';
export * from './http/sessions.ts';
export { type AppLinks, type SupportChannels, type UsualTimes } from './http/site-config-parts.ts';
export * from './http/site-config.ts';
export * from './http/system.ts';
export * from './http/telemetry.ts';
export * from './http/google-pay.ts';
export * from './http/wallet-sheet.ts';
export * from './http/wallets.ts';
export * from './openapi.ts';
export * from './rooms/room-gateway.ts';
export {
  isUnread,
  refusalOfResult,
  type ErrorKind,
  type ErrorMessages,
  type RefusalKind,
} from './refusal-results.ts';
export { promiseWords, type LegalPromises } from './promise-words.ts';
export { APP_ADDRESS, backupDomainsSchema, type BackupDomains } from './site-addresses.ts';
