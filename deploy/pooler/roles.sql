-- As a superuser, once, before DATABASE_POOLER=transaction. A pooler passes on no settings of a session, so the login has them.
-- psql -v login=shop -f deploy/pooler/roles.sql
alter role :"login" set role = 'jawhara_app';
alter role :"login" set statement_timeout = '15s';
alter role :"login" set lock_timeout = '5s';
alter role :"login" set idle_in_transaction_session_timeout = '15s';
