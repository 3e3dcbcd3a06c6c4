-- A bank's check is a page in a frame, a page in the place of ours, or a text for the provider's own script.
alter table orders rename column challenge_url to challenge;
alter table orders add column challenge_way text check (challenge_way in ('frame', 'page', 'native'));
update orders set challenge_way = 'frame' where challenge is not null;
alter table orders add constraint orders_challenge_whole check ((challenge is null) = (challenge_way is null));
