import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reader } from '../platform/postgres.ts';

/**
 * A line for each object and each role with rights on it, and one for each function: what a database really grants, for
 * comparison with a list.
 */

interface Grant {
  readonly object: string;
  readonly grantee: string;
  readonly right: string;
}

/** An owner always has all rights, so only other roles are listed. The daily partitions of telemetry count as one table. */
async function readGrants(db: Reader): Promise<string[]> {
  const grants = await db<Grant[]>`
    with acls (object, owner, acl) as (
      select case c.relkind when 'S' then 'sequence ' else 'table ' end ||
          regexp_replace(c.relname, '^telemetry_records_\\d{8}$', 'telemetry_records_<day>'), c.relowner, c.relacl
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_|^information_schema$' and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      union all select 'column ' || c.relname || '.' || a.attname, c.relowner, a.attacl
        from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_|^information_schema$' and a.attacl is not null
      union all select 'function ' || p.oid::regprocedure, p.proowner, coalesce(p.proacl, acldefault('f', p.proowner))
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname !~ '^pg_|^information_schema$'
      union all select 'schema ' || nspname, nspowner, coalesce(nspacl, acldefault('n', nspowner))
        from pg_namespace where nspname !~ '^pg_|^information_schema$'
      union all select 'database', datdba, coalesce(datacl, acldefault('d', datdba))
        from pg_database where datname = current_database()
      union all select 'setting ' || parname, 10, paracl from pg_parameter_acl
      union all select 'later ' ||
          case defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' else defaclobjtype::text end,
        defaclrole, defaclacl from pg_default_acl
      union all select 'later functions', relowner, acldefault('f', relowner) from pg_class c
        where c.oid = 'public.orders'::regclass and not exists (
          select from pg_default_acl where defaclobjtype = 'f' and defaclnamespace = 0 and defaclrole = c.relowner))
    select object, case grantee when 0 then 'everybody' else grantee::regrole::text end as grantee,
      lower(privilege_type) || case when is_grantable then ' with grant option' else '' end as right
    from acls, aclexplode(acl) where grantee <> owner
    union all select 'role', member::regrole::text, 'member of ' || roleid::regrole::text
      from pg_auth_members where member = 'jawhara_app'::regrole
    union all select 'role', rolname, attribute from pg_roles,
        unnest(array[rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls, rolcanlogin],
          array['superuser', 'createdb', 'createrole', 'replication', 'bypassrls', 'login']) as has (it, attribute)
      where rolname = 'jawhara_app' and it`;
  const byObject = new Map<string, Set<string>>();
  for (const { object, grantee, right } of grants) {
    const key = `${object}: ${grantee}`;
    byObject.set(key, (byObject.get(key) ?? new Set()).add(right));
  }
  return [...byObject].map(([key, rights]) => `${key} ${[...rights].toSorted(inOrder).join(', ')}`);
}

const ORDER = ['select', 'insert', 'update', 'delete'];
const placeOf = (right: string): number => (ORDER.includes(right) ? ORDER.indexOf(right) : ORDER.length);
const inOrder = (a: string, b: string): number => placeOf(a) - placeOf(b) || a.localeCompare(b);

/** A line for each function: its search path, the role with whose rights it runs, and whether it may change data. */
async function readFunctions(db: Reader): Promise<string[]> {
  const rows = await db<{ line: string }[]>`
    select 'body ' || p.oid::regprocedure || ': ' ||
      concat_ws(', ', l.lanname, case when prosecdef then 'security definer' end,
        case provolatile when 'v' then 'volatile' when 's' then 'stable' else 'immutable' end,
        case when proowner <> (select relowner from pg_class where oid = 'public.orders'::regclass) then 'owner ' || proowner::regrole end,
        coalesce((select string_agg(setting, ', ' order by setting) from unnest(proconfig) setting), 'no search_path')) as line
    from pg_proc p join pg_language l on l.oid = p.prolang join pg_namespace n on n.oid = p.pronamespace
    where n.nspname !~ '^pg_|^information_schema$'`;
  return rows.map(({ line }) => line);
}

export async function readRights(db: Reader): Promise<string[]> {
  return [...(await readGrants(db)), ...(await readFunctions(db))].toSorted();
}

/** The differences, written as instructions for the person who reads the failed test. */
export function compareRights(listed: readonly string[], found: readonly string[], where: string): string[] {
  const isListed = new Set(listed);
  const isFound = new Set(found);
  return [
    ...found
      .filter((line) => !isListed.has(line))
      .map(
        (line) =>
          `the database has a right or function that is not listed. Withdraw it in its migration, or add to ${where}:\n  '${line}',`,
      ),
    ...listed
      .filter((line) => !isFound.has(line))
      .map(
        (line) =>
          `the list has a line that the database has not. Grant it in a migration, or remove from ${where}:\n  '${line}',`,
      ),
  ];
}

const SOURCE = join(import.meta.dirname, '..');
const NOT_THE_PROGRAM = /\.test\.ts$|(^|\/)test\/|^program\/(seed|migrate)|^platform\/migrate/;

/** The tables into which the program's own statements insert, and those that they update and delete from, found in its source. */
export function writtenTables(): Record<'insert' | 'update' | 'delete', Set<string>> {
  const written = { insert: new Set<string>(), update: new Set<string>(), delete: new Set<string>() };
  for (const path of globSync('**/*.ts', { cwd: SOURCE }).filter((path) => !NOT_THE_PROGRAM.test(path))) {
    const text = readFileSync(join(SOURCE, path), 'utf8');
    for (const [, table = '', rest = ''] of text.matchAll(
      /\binsert into (\w+)((?:(?!\binsert into )[^`])*)/g,
    )) {
      written.insert.add(table);
      if (/\bdo update\b/.test(rest)) written.update.add(table);
    }
    for (const [, table = ''] of text.matchAll(/\bupdate (\w+)(?: as)?(?: \w+)?\s+set\b/g))
      written.update.add(table);
    for (const [, table = ''] of text.matchAll(/\bdelete from (\w+)/g)) written.delete.add(table);
  }
  return written;
}
