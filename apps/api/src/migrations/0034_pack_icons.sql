-- A picture of its own, where the operator has one; the others are drawn by the site.
alter table gem_packs add column icon_url text check (icon_url ~ '^https://' and length(icon_url) <= 500);
