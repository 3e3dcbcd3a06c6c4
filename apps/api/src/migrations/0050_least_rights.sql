-- Older code runs on this.
-- The program's role keeps the rights that its statements need, and no more. database-rights.test.ts holds the whole list and compares it
-- with the code; the right to create temporary tables belongs to the database itself and is withdrawn by migrate-database.ts.

-- A function looks where its search_path says. Without one it looks where its caller says, and a caller's temporary tables come before
-- all others unless pg_temp is named last.
alter function refuse_unbalanced_transfer() set search_path = pg_catalog, public, pg_temp;
alter function refuse_rewriting() set search_path = pg_catalog, public, pg_temp;
alter function refuse_gems_beyond_order() set search_path = pg_catalog, public, pg_temp;
alter function refuse_empty_transfer() set search_path = pg_catalog, public, pg_temp;
alter function refuse_editing_balances() set search_path = pg_catalog, public, pg_temp;
alter function follow_gems() set search_path = pg_catalog, public, pg_temp;

-- A trigger runs its function without asking for this right; it is asked for when a trigger is created. follow_gems has the owner's
-- rights: a caller who could attach it to another table would write balances.
revoke execute on function refuse_unbalanced_transfer(), refuse_rewriting(), refuse_gems_beyond_order(), refuse_empty_transfer(),
  refuse_editing_balances(), follow_gems() from public;
-- PostgreSQL before 15 lets every role create in this schema.
revoke create on schema public from public;

-- The app's own server keeps passwords, linked identities and presence: the program only reads them.
revoke insert, update, delete on passwords, social_links, account_presence from jawhara_app;
-- They change state and are never removed.
revoke delete on accounts, orders, payments, payment_returns, refunds, notifications, alerts, gem_packs, feedback_reports
  from jawhara_app;
-- Written once.
revoke update, delete on order_requests, site_config_versions, account_devices from jawhara_app;
revoke update on cards_in_hand, recipient_history, used_hand_overs from jawhara_app;
-- A report's lines are removed with its file, by the foreign key, which acts with the owner's rights.
revoke update, delete on settlement_lines from jawhara_app;

-- A transfer belongs to an order of its recipient. New rows are checked from here on; 0055 checks those that are there.
-- The primary key of orders is the index that this needs. Both tables are locked against writing from this line until the end of this
-- migration, which is next: if a long transaction is in the way we give up after three seconds instead of holding up every payment
-- behind us, and the migration is run again.
set local lock_timeout = '3s';
alter table ledger_transfers add constraint ledger_transfers_of_order
  foreign key (order_id, recipient_account_id) references orders (id, recipient_account_id) not valid;
