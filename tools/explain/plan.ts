import type { Tx } from '../../apps/api/src/platform/postgres.ts';
import type { Statement } from './record-statements.ts';

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
  readonly Plans?: readonly PlanNode[];
}

export interface Explained {
  /** The plan for these parameters, executed. */
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
    select format_type(oid, null) as name from unnest(${types as number[]}::oid[]) with ordinality as given (oid, place)
    order by place`;
  return rows.map(({ name }) => name);
}

/** Executes the statement too, because later statements of the same function may depend on it. The caller rolls back. */
export async function explain(tx: Tx, { text, parameters, types }: Statement): Promise<Explained> {
  const declared = types.length === 0 ? '' : `(${(await typeNames(tx, types)).join(', ')})`;
  const given = parameters.length === 0 ? '' : `(${parameters.map(literal).join(', ')})`;
  const read = async (mode: 'custom' | 'generic', options: string): Promise<Explanation> => {
    await tx.unsafe(`set local plan_cache_mode = force_${mode}_plan`);
    const [row] = await tx.unsafe<{ 'QUERY PLAN': Explanation[] }[]>(
      `explain (${options}format json) execute asked ${given}`,
    );
    const explanation = row?.['QUERY PLAN'][0];
    if (!explanation) throw new Error(`no plan for ${text}`);
    return explanation;
  };
  await tx.unsafe(`prepare asked ${declared} as ${text}`);
  const generic = await read('generic', '');
  const custom = await read('custom', 'analyze, ');
  await tx.unsafe('deallocate asked');
  return { plan: custom.Plan, generic: generic.Plan, ms: custom['Execution Time'] ?? 0 };
}

export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** Rows that were read for the result, whether or not they are part of it. */
export function rowsRead(plan: PlanNode): number {
  const scans = nodesOf(plan).filter((node) => node['Relation Name'] && node['Node Type'].endsWith('Scan'));
  const counted = scans.map(
    (node) =>
      ((node['Actual Rows'] ?? 0) +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)) *
      (node['Actual Loops'] ?? 1),
  );
  return counted.reduce((sum, rows) => sum + rows, 0);
}
