import { readdirSync } from 'node:fs';
import type { Db } from './postgres.ts';

/** How the tables fit this program. Newer ones fit too where their migration says that older code runs on them. */
export type SchemaFit = 'fits' | 'older' | 'newer';

export const MIGRATIONS_DIRECTORY = new URL('../migrations/', import.meta.url);

export interface AppliedMigration {
  readonly name: string;
  readonly olderCodeRuns: boolean;
}

export function schemaFit(known: readonly string[], applied: readonly AppliedMigration[]): SchemaFit {
  const names = new Set(applied.map(({ name }) => name));
  if (known.some((name) => !names.has(name))) return 'older';
  const own = new Set(known);
  return applied.some(({ name, olderCodeRuns }) => !own.has(name) && !olderCodeRuns) ? 'newer' : 'fits';
}

/** The migrations this program was built with; they do not change while it runs. */
export function knownMigrations(): readonly string[] {
  return readdirSync(MIGRATIONS_DIRECTORY).filter((name) => name.endsWith('.sql'));
}

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';

/** Tables so old that they do not say what was applied are older, not away. */
export async function readSchemaFit(db: Db, known: readonly string[]): Promise<SchemaFit> {
  try {
    const applied = await db<AppliedMigration[]>`
      select name, older_code_runs as "olderCodeRuns" from schema_migrations`;
    return schemaFit(known, applied);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code === UNDEFINED_TABLE || code === UNDEFINED_COLUMN) return 'older';
    throw error;
  }
}
