import { nodesOf, rowsRead, type Explained, type PlanNode } from './plan.ts';
import { isDay, isGrowing } from './table-growth.ts';

/** The most rows that a query may read. No call needs so many: jobs take at most 500 rows at once, lists show 50. */
const ROWS_READ_MAX = 2_000;

/** A scan of an index from end to end. Partial indexes are small, so only others count. */
function isWholeWalk(node: PlanNode, partialIndexes: ReadonlySet<string>): boolean {
  if (!/^Index (Only )?Scan|^Bitmap Index Scan/.test(node['Node Type'])) return false;
  return node['Index Cond'] === undefined && !partialIndexes.has(node['Index Name'] ?? '');
}

export interface Known {
  readonly partialIndexes: ReadonlySet<string>;
  /** Partitions of a page or two, such as those of future months, for which no index is faster. */
  readonly smallPartitions: ReadonlySet<string>;
}

function faultsOf(plan: PlanNode, known: Known, isReport: boolean, table: string | null = null): string[] {
  const own = plan['Relation Name'] ?? table;
  const inside = (plan.Plans ?? []).flatMap((node) => faultsOf(node, known, isReport, own));
  if (own === null || !isGrowing(own) || known.smallPartitions.has(own)) return inside;
  if (isReport && isDay(own)) return inside;
  if (plan['Node Type'] === 'Seq Scan') return [`reads all of ${own}`, ...inside];
  if (isWholeWalk(plan, known.partialIndexes))
    return [`walks all of ${plan['Index Name']} on ${own}`, ...inside];
  return inside;
}

/** The faults of a query's plans; empty if the query stays fast however large the tables grow. */
export function judgePlan({ plan, generic }: Explained, known: Known, isReport = false): string[] {
  const read = rowsRead(plan);
  return [
    ...faultsOf(plan, known, isReport),
    ...faultsOf(generic, known, isReport).map((fault) => `${fault} (in its generic plan)`),
    ...(read > ROWS_READ_MAX && !isReport ? [`reads ${read} rows`] : []),
  ];
}

export interface PlanSummary {
  readonly tables: readonly string[];
  readonly nodes: readonly string[];
  readonly indexes: readonly string[];
}

/** The nodes that touch a table, in the order of the plan. */
export function summarise(plan: PlanNode): PlanSummary {
  const nodes = nodesOf(plan);
  const distinct = (texts: readonly (string | undefined)[]): string[] => [
    ...new Set(texts.filter((text) => text !== undefined)),
  ];
  const touching = nodes.filter((node) => node['Relation Name'] || node['Index Name']);
  return {
    tables: distinct(nodes.map((node) => node['Relation Name'])),
    nodes: distinct(
      (touching.length > 0 ? touching : nodes).map((node) => node.Operation ?? node['Node Type']),
    ),
    indexes: distinct(
      nodes.flatMap((node) => [node['Index Name'], ...(node['Conflict Arbiter Indexes'] ?? [])]),
    ),
  };
}
