import type { StackUrls } from '../stack/profiles.ts';
import { DEMO_ROOM_ID } from '../stack/rooms-environment.ts';
import type { Environment } from '../stack/providers/stack-provider.ts';

type Row = readonly [what: string, where: string, note?: string];

const CARDS: readonly Row[] = [
  ['cards', '4242 4242 4242 4242', 'approved at once'],
  ['', '4242 4200 0000 0034', 'the bank asks first, its password is Checkout1!'],
  ['', '4544 2491 6767 3670', 'not enough balance'],
  ['', 'any future expiry, any CVV'],
];

const ACCOUNTS: readonly Row[] = [
  ['accounts', '5048213', 'normal'],
  ['', '3310457', 'normal'],
  ['', '7719042', 'banned: cannot be recharged'],
];

/** Rows with the variables by which `npm run ops` uses this shop; without them it uses the one on the default ports. */
function opsRows(environment: Environment): Row[] {
  const variableNames = ['DATABASE_URL', 'RESTATE_INGRESS_URL', 'RESTATE_ADMIN_URL', 'OPERATOR_KEY_FILE'];
  return variableNames.map((name, place) => [place === 0 ? 'ops' : '', `${name}=${environment[name]}`]);
}

/** The development key is generated. In production every operator makes their own. */
function operatorRow({ OPERATOR_KEY_FILE: file = '' }: Environment): Row {
  return ['operator', file, 'made for this checkout; npm run ops signs with it'];
}

/** Everything a newcomer needs for a first purchase, on one screen. */
export function devBanner(
  urls: StackUrls,
  metricsUrl: string,
  logsDir: string,
  ops: { readonly isFirst: boolean; readonly environment: Environment },
): string {
  const rows: Row[] = [
    ['open', `${urls.site}/`, 'the shop'],
    ['', `${urls.sandbox}/`, 'the outside world: every test card'],
    ['', `${urls.sandbox}/mail`, 'the inbox: every mail of the shop'],
    ['', `${urls.restateAdmin}/ui`, 'the flow engine'],
    ['', `${urls.site}/test?is_debug=1&room_id=${DEMO_ROOM_ID}`, 'a live room that changes by itself'],
    ['api', urls.api, `health: ${urls.api}/readyz`],
    ['', `${urls.api}/reference/`, 'every call, described'],
    ['', `${metricsUrl}/metrics`, 'its counters'],
    ['data', urls.database],
    ['', urls.redis],
    ['logs', logsDir],
    ...(ops.isFirst ? [] : opsRows(ops.environment)),
    ...(ops.isFirst ? [operatorRow(ops.environment)] : []),
    ...CARDS,
    ...ACCOUNTS,
  ];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows
    .map(([what, where, note = '']) =>
      `  ${what.padEnd(widths[0] ?? 0)}  ${where.padEnd(widths[1] ?? 0)}  ${note}`.trimEnd(),
    )
    .join('\n');
}
