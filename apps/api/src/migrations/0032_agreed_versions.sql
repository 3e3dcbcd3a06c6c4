-- Which versions of the agreement, the privacy policy and the refund policy the payer was shown; null for orders of before.
alter table orders add column agreed_versions text
  check (agreed_versions ~ '^agreement-[0-9]{1,4} privacy-[0-9]{1,4} refunds-[0-9]{1,4}$');
