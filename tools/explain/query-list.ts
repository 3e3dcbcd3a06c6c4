import type { Query } from './check-queries.ts';
import type { Scale } from './growth-statements.ts';
import { GROWING_TABLES, REPORTS, TINY_TABLES } from './table-growth.ts';

const number = new Intl.NumberFormat('en-US');

function line(query: Query, before: Query | undefined): string {
  const isSame = before?.store === query.store && before.name === query.name;
  const names = (texts: readonly string[]): string => texts.map((text) => `\`${text}\``).join(', ');
  const cells = [
    isSame ? '' : `\`${query.name}\``,
    names(query.tables),
    query.nodes.join(', '),
    names(query.indexes),
    number.format(query.rows),
    number.format(query.pages),
    query.ms.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The text of docs/operations/queries.md, from the measured queries. */
export function queryList(queries: readonly Query[], { orders, accounts }: Scale): string {
  const stores = [...new Set(queries.map(({ store }) => store))];
  const ofStore = (store: string): Query[] => queries.filter((query) => query.store === store);
  const tables = stores.flatMap((store) => [
    `### ${store}`,
    '',
    '| function | tables | plan | index | rows read | pages | ms |',
    '|---|---|---|---|---:|---:|---:|',
    ...ofStore(store).map((query, place, own) => line(query, own[place - 1])),
    '',
  ]);
  return [
    '# Every query, and how PostgreSQL answers it',
    '',
    `Written by \`npm run explain\` on ${number.format(orders)} orders and ${number.format(accounts)} accounts, with everything that goes with them.`,
    'Each statement of each store, as the tests of the API have sent it (`npm run explain -- --record`), is explained and carried out, and all of it is rolled back.',
    'The run fails when a query reads a growing table from end to end, walks a whole index, or looks at more than 2,000 rows;',
    'also when it would do so in the generic plan that PostgreSQL keeps for statements it has seen often.',
    'A statement that was never recorded, or a table that the check does not know, fails it too. CI asks the same on little data, where PostgreSQL is told to avoid scans.',
    '',
    'Times are of one run on a busy machine with two cores: they show the order of magnitude, the plans are what counts.',
    '',
    `Growing tables: ${GROWING_TABLES.map((table) => `\`${table}\``).join(', ')}.`,
    '',
    'Tables that may be read whole:',
    ...Object.entries(TINY_TABLES).map(([table, reason]) => `- \`${table}\`: ${reason}.`),
    '',
    'Reports that may read a day:',
    ...Object.entries(REPORTS).map(([name, reason]) => `- \`${name.split(' ')[1]}\`: ${reason}.`),
    '',
    ...tables,
  ].join('\n');
}
