-- In which wallet the card lay that paid, where the pay type does not say so: Google Pay is paid as a card.
alter table payments add column card_wallet text check (card_wallet in ('google-pay'));
