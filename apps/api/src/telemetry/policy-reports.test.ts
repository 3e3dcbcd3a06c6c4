import { reportPolicyViolations } from '@jawhara/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runOps } from '../test/run-ops.ts';
import { openShop, type Shop } from '../test/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

let page = '';
let count = 0;
beforeEach(() => {
  count += 1;
  page = `https://pay.example/page-${count}`;
});

async function send(type: string, body: unknown): Promise<{ status: number; result: number }> {
  const response = await fetch(`${shop.apiUrl}${reportPolicyViolations.path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
  });
  const { result } = (await response.json()) as { result: number };
  return { status: response.status, result };
}

interface Row {
  kind: string;
  body: Record<string, unknown>;
}

async function readStoredReports(): Promise<Row[]> {
  await shop.app.telemetry.flush();
  return shop.db<Row[]>`
    select kind, body from telemetry_records where name = 'csp-violation' and body->>'page' = ${page} order by id`;
}

const newReport = (blockedURL: string, type = 'csp-violation') => ({
  type,
  age: 12,
  url: page,
  user_agent: 'x',
  body: {
    documentURL: `${page}?session_key=abcdef`,
    blockedURL,
    effectiveDirective: 'script-src-elem',
    originalPolicy: "default-src 'self'",
    disposition: 'enforce',
    sourceFile: null,
    lineNumber: 7,
    statusCode: 200,
  },
});

it('a CSP report sent by report-uri is stored without the query string of any address', async () => {
  const sent = await send('application/csp-report', {
    'csp-report': {
      'document-uri': `${page}?session_key=abcdef#pageinfo=1`,
      'blocked-uri': 'https://evil.example/x.js?stolen=1',
      'violated-directive': "script-src 'self'",
      'original-policy': "script-src 'self'",
      'line-number': 3,
      'script-sample': 'alert(1)',
    },
  });
  expect(sent).toEqual({ status: 200, result: 0 });
  const body = { page, blocked: 'https://evil.example/x.js', directive: 'script-src', source: '', line: 3 };
  expect(await readStoredReports()).toEqual([{ kind: 'trace', body }]);
});

it('CSP reports sent by report-to are stored once for each different violation, and reports of other types are not stored', async () => {
  const inline = newReport('inline');
  const reports = [inline, inline, newReport('https://evil.example/a.js'), newReport('x', 'deprecation')];
  expect(await send('application/reports+json', reports)).toEqual({ status: 200, result: 0 });
  const blocked = (await readStoredReports()).map(({ body }) => body['blocked']);
  expect(blocked).toHaveLength(2);
  expect(blocked).toEqual(expect.arrayContaining(['inline', 'https://evil.example/a.js']));
});

it('of many CSP reports in one call 20 are stored, and a call with more than 100 is refused', async () => {
  const many = (length: number) =>
    Array.from({ length }, (_, i) => newReport(`https://evil.example/${i}.js`));
  expect(await send('application/reports+json', many(90))).toEqual({ status: 200, result: 0 });
  expect(await readStoredReports()).toHaveLength(20);
  expect((await send('application/reports+json', many(101))).status).toBe(400);
});

it.each([
  ['no report', 'application/csp-report', { 'csp-report': 'text' }],
  ['no list', 'application/reports+json', { type: 'csp-violation' }],
  ['another type', 'text/html', '<p>'],
])('a CSP report is refused when it is %s', async (_what, type, body) => {
  const { status } = await send(type, body);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
});

it('an operator sees what the content security policy blocked on which page, and how often', async () => {
  for (let i = 0; i < 3; i += 1)
    await send('application/reports+json', [newReport('https://evil.example/o.js')]);
  await readStoredReports();
  const { code, out } = await runOps(shop, 'pages', 'violations', '--days', '2');
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`3 +3 +script-src-elem +https://evil.example/o.js +${page}`));
  expect((await runOps(shop, 'pages', 'violations', '--days', 'x')).code).toBe(2);
});
