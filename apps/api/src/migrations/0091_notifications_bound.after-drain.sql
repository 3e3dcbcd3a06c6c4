-- After the drain. Builds that say `on conflict` on notifications are answered with an error from 0093 on.
-- The table of today becomes the first partition, up to a month that begins in one to two months: it is attached without being read,
-- because this check says what is in it. 0092 validates the check, 0093 attaches.
drop procedure fill_notification_keys();

do $$
begin
  execute format('alter table notifications add constraint notifications_before check (id < %L) not valid',
    public.first_id_at(date_trunc('month', now() at time zone 'UTC' + interval '2 months') at time zone 'UTC'));
end $$;
