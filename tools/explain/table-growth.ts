/**
 * Tables that grow with accounts or purchases and must never be read from end to end. Parents come before the tables that refer
 * to them.
 */
export const GROWING_TABLES = [
  'accounts',
  'orders',
  'bans',
  'fines_paid',
  'order_requests',
  'order_events',
  'payments',
  'refunds',
  'payment_returns',
  'mail_subscriptions',
  'mails',
  'notifications',
  'notification_keys',
  'ledger_transfers',
  'ledger_entries',
  'gem_balances',
  'settlement_files',
  'settlement_lines',
  'reconciliation_runs',
  'alerts',
  'operator_actions',
  'sessions',
  'passwords',
  'social_links',
  'login_tickets',
  'used_hand_overs',
  'used_sign_in_tokens',
  'account_presence',
  'account_devices',
  'declined_joins',
  'payer_restrictions',
  'recipient_history',
  'card_questions',
  'saved_cards',
  'telemetry_records',
  'feedback_reports',
  'uploads',
] as const;

export type GrowingTable = (typeof GROWING_TABLES)[number];

/** Small tables, each with the reason why reading all of it is right. */
export const TINY_TABLES: Readonly<Record<string, string>> = {
  gem_packs: 'a few dozen rows that operators write by hand; the list shows all of them',
  site_config_versions: 'one row for each change an operator publishes',
  cards_to_forget: 'a queue: what providers have not been told or have not answered yet',
  cards_in_hand: 'payments of this moment: a row lives from our door to the provider’s answer',
  operators: 'one row for each key of a person who works here',
  orders_due: 'orders of this moment: a row lives while its order waits for a check',
  notifications_due: 'webhooks of this moment: a row lives until its webhook is processed',
  order_searches: 'a queue: a row lives from the search until its mail is sent, a second later',
  order_links: 'links of the last hour; rows are deleted when they can no longer be used',
  flow_builds: 'one row for each release',
  write_probe: 'one row, written by every process from time to time',
  room_generation: 'one row; read when a gateway connects to Redis',
  schema_migrations: 'one row for each migration; read when the server is installed',
};

/** Queries of reports that an operator runs: they count the rows of a whole day, so they may read them all. */
export const REPORTS: Readonly<Record<string, string>> = {
  'telemetry/telemetry.store.ts funnelOfDay': 'counts the steps of every payer of a day',
  'telemetry/telemetry.store.ts faultsOfDay': 'groups the errors of a day',
  'telemetry/telemetry.store.ts pageViewsEnded': 'counts the pages of a day',
};

/** A partition of a table (a day, a month, the first or the default one) is judged as the table. */
const PART = /_(\d{6}|\d{8}|first|default)$/;

const DAY = /_\d{8}$/;
export const isDay = (table: string): boolean => DAY.test(table);

export function isGrowing(table: string): boolean {
  return (GROWING_TABLES as readonly string[]).includes(table.replace(PART, ''));
}
