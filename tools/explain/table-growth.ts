/**
 * Every table of the shop. Those that grow with people or purchases must never be read from end to end; parents come
 * before the tables that refer to them.
 */
export const GROWING_TABLES = [
  'accounts',
  'bans',
  'orders',
  'order_requests',
  'order_events',
  'payments',
  'notifications',
  'ledger_transfers',
  'ledger_entries',
  'gem_balances',
  'alerts',
  'sessions',
  'passwords',
  'social_links',
  'login_tickets',
  'account_presence',
  'recipient_history',
  'saved_cards',
  'telemetry_records',
  'feedback_reports',
  'uploads',
] as const;

export type GrowingTable = (typeof GROWING_TABLES)[number];

/** The exceptions, each with the reason why reading all of it is right. */
export const TINY_TABLES: Readonly<Record<string, string>> = {
  gem_packs: 'a few dozen rows that operators write by hand; the list shows all of them',
  site_config_versions: 'one row for each change an operator publishes',
  schema_migrations: 'one row for each migration; read when the server is installed',
};

export function isGrowing(table: string): table is GrowingTable {
  return (GROWING_TABLES as readonly string[]).includes(table);
}
