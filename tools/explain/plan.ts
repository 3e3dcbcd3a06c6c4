import type { Tx } from '../../apps/api/src/platform/postgres.ts';
import type { Statement } from './recorded-statements.ts';
import { isGrowing } from './table-growth.ts';

/** The parts of PostgreSQL's plan that we judge. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly Operation?: string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Conflict Arbiter Indexes'?: readonly string[];
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

export interface Explained {
  /** The plan for these parameters; executed, unless a constraint refuses what it would write. */
  readonly plan: PlanNode;
  /** The plan for any parameters, which a server switches to once it has run a statement a few times. */
  readonly generic: PlanNode;
  readonly ms: number;
}

interface Explanation {
  readonly Plan: PlanNode;
  readonly 'Execution Time'?: number;
}

function literal(parameter: string | null): string {
  return parameter === null ? 'null' : `'${parameter.replaceAll("'", "''")}'`;
}

async function typeNames(tx: Tx, types: readonly number[]): Promise<string[]> {
  const rows = await tx<{ name: string }[]>`
    select case when oid = 0 then 'unknown' else format_type(oid, null) end as name from unnest(${types as number[]}::oid[]) with ordinality as given (oid, place)
    order by place`;
  return rows.map(({ name }) => name);
}

/** A condition by which an index finds rows: a column and a parameter, as in `(order_id = $1)` or `(id = ANY ($2))`. */
const CONDITION = /\((\w+)(?:\)::text)? = (ANY \()?\(?\$(\d+)/g;

interface Lookup {
  readonly column: string;
  readonly isList: boolean;
  /** Its place among the parameters. */
  readonly nth: number;
}

/** Which columns of which table the generic plan looks up by parameters. */
function lookupsIn(plan: PlanNode, table: string | null = null): [string, Lookup[]][] {
  const own = plan['Relation Name'] ?? table;
  const found = [...(plan['Index Cond'] ?? '').matchAll(CONDITION)].map(([, column = '', any, place]) => ({
    column,
    isList: any !== undefined,
    nth: Number(place) - 1,
  }));
  const inside = (plan.Plans ?? []).flatMap((node) => lookupsIn(node, own));
  return own === null || found.length === 0 ? inside : [[own, found], ...inside];
}

/**
 * Recorded ids come from a test's database and match nothing here, and a query that finds nothing shows little of its plan. So a
 * look-up that finds no row gets the values of an existing row.
 */
async function existingValues(
  tx: Tx,
  generic: PlanNode,
  parameters: readonly (string | null)[],
): Promise<(string | null)[]> {
  const values = [...parameters];
  const replaced = new Set<number>();
  for (const [table, all] of lookupsIn(generic)) {
    const lookups = all.filter(
      ({ nth, isList }) => !replaced.has(nth) && values[nth]?.startsWith('{') === isList,
    );
    if (lookups.length === 0) continue;
    const conditions = lookups.map(({ column, isList, nth }) => {
      const value = literal(values[nth] ?? null);
      return isList ? `${column}::text = any(${value}::text[])` : `${column}::text = ${value}::text`;
    });
    const [known] = await tx.unsafe(`select from ${table} where ${conditions.join(' and ')} limit 1`);
    if (known !== undefined) continue;
    const columns = lookups.map(({ column, isList }, nth) =>
      isList ? `array[${column}]::text as v${nth}` : `${column}::text as v${nth}`,
    );
    const present = lookups.map(({ column }) => `${column} is not null`);
    const [row] = await tx.unsafe<Record<string, string>[]>(
      `select ${columns.join(', ')} from ${table} where ${present.join(' and ')} limit 1`,
    );
    for (const [place, { nth }] of lookups.entries()) {
      if (row === undefined) break;
      values[nth] = row[`v${place}`] ?? null;
      replaced.add(nth);
    }
  }
  return values;
}

/** Explains a statement and also executes it, so that the rows it reads are counted. The caller rolls back. */
export async function explain(tx: Tx, { text, parameters, types }: Statement): Promise<Explained> {
  const declared = types.length === 0 ? '' : `(${(await typeNames(tx, types)).join(', ')})`;
  let values = parameters;
  const read = async (mode: 'custom' | 'generic', options: string): Promise<Explanation> => {
    const parameterList = values.length === 0 ? '' : `(${values.map(literal).join(', ')})`;
    await tx.unsafe(`set local plan_cache_mode = force_${mode}_plan`);
    const [row] = await tx.unsafe<{ 'QUERY PLAN': Explanation[] }[]>(
      `explain (${options}format json) execute asked ${parameterList}`,
    );
    const explanation = row?.['QUERY PLAN'][0];
    if (!explanation) throw new Error(`no plan for ${text}`);
    return explanation;
  };
  await tx.unsafe(`prepare asked ${declared} as ${text}`);
  const generic = await read('generic', '');
  values = await existingValues(tx, generic.Plan, parameters);
  const custom = await tx
    .savepoint(() => read('custom', 'analyze, buffers, '))
    .catch((error: unknown) => (isConstraint(error) ? read('custom', '') : Promise.reject(error)));
  await tx.unsafe('deallocate asked');
  return { plan: custom.Plan, generic: generic.Plan, ms: custom['Execution Time'] ?? 0 };
}

/** Whether a constraint refused the statement: the recorded row exists here already, or refers to a row that does not. */
function isConstraint(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(23|P0)/.test(String(error.code));
}

export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Pages of 8 kB that were looked at, in memory or not: unlike a time, the same in every run. */
export function pagesRead(plan: PlanNode): number {
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

/** Rows of growing tables that were read for the result, whether or not they are part of it. Small tables may be read whole. */
export function rowsRead(plan: PlanNode): number {
  const scans = nodesOf(plan).filter(
    (node) => isGrowing(node['Relation Name'] ?? '') && node['Node Type'].endsWith('Scan'),
  );
  const counted = scans.map(
    (node) =>
      ((node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      (node['Actual Loops'] ?? 1),
  );
  return counted.reduce((sum, rows) => sum + rows, 0);
}
