import type { Shop } from './shop.ts';

/** From now on the database refuses to write gems: every delivery fails, and everything else works. */
export async function failDelivery({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db`
    create or replace function refuse_gems() returns trigger language plpgsql as
    'begin if new.unit = ''gem'' then raise exception ''no gems today''; end if; return new; end'`;
  await db`create trigger refuse_gems before insert on ledger_entries for each row execute function refuse_gems()`;
}

export async function mendDelivery({ db }: Pick<Shop, 'db'>): Promise<void> {
  await db`drop trigger if exists refuse_gems on ledger_entries`;
}
