-- Older code runs on this. It enqueues no parked webhook, because hand_over_after is null.
-- [NET-14] A webhook that cannot be processed is parked: it is enqueued again only when an operator replays it, or never, when one
-- discards it.
alter table notifications
  -- How often its work has ended in the engine without processing it: a part of the next idempotency key.
  add column runs integer not null default 0,
  -- How often a step of it was parked.
  add column failures integer not null default 0,
  add column parked_at timestamptz,
  add column discarded_at timestamptz;
