-- Cards on their way from the payer's page to the provider, each encrypted under a key that only the flow's input has: this
-- table alone opens nothing, and neither does the engine's journal. Unlogged, so that it reaches no archive of the log, no
-- replica and no backup of the files: after a crash it is empty, and whoever was about to pay types the card again.
create unlogged table cards_in_hand (
  id uuid primary key,
  sealed bytea not null,
  gone_after timestamptz not null
);
create index cards_in_hand_by_end on cards_in_hand (gone_after);
