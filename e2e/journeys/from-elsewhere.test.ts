import { ERROR_CATALOGUE, uploadRecipientHistory, type WireObject } from '@jawhara/contract';
import { accountId } from '@jawhara/domain';
import type { BrowserContext, Page } from '@playwright/test';
import { shop } from '../addresses.ts';
import { expect, test } from '../fixtures.ts';

const list = uploadRecipientHistory.request.write([
  { accountId: accountId(1006), fillTimes: 99, firstFillAt: new Date(), lastFillAt: new Date() },
]);
const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const fields = Object.entries(list).map(([name, value]) => [name, asText(value)] as const);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

const THEIRS = 'http://evil.example';

/** Simulates a foreign site: the test answers its requests before the browser resolves its name. */
async function openTheirSite(context: BrowserContext): Promise<void> {
  const target = `${shop().siteUrl}${uploadRecipientHistory.path}`;
  const link = `${target}?${new URLSearchParams(Object.fromEntries(fields)).toString()}`;
  const inputs = fields.map(([name, value]) => `<input name="${name}" value="${escaped(value)}">`).join('');
  const pages = {
    link: `<a href="${escaped(link)}">free gems</a>`,
    form: `<form method="post" action="${target}">${inputs}</form><script>document.forms[0].submit()</script>`,
  };
  for (const [name, body] of Object.entries(pages))
    await context.route(`${THEIRS}/${name}`, (route) => route.fulfill({ contentType: 'text/html', body }));
}

/** The number of recipients that a script of our own page sees. */
async function recipientsSeenBy(page: Page): Promise<number> {
  await page.goto('/pay');
  return page.evaluate(async () => {
    const answer = await fetch('/api/web/recharge_fill_record/');
    return ((await answer.json()) as { data: { list: unknown[] } }).data.list.length;
  });
}

async function uploadBy(page: Page, path: string, wire: WireObject): Promise<number> {
  return page.evaluate(
    async ([to, body]) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(to, { method: 'POST', headers, body })).status;
    },
    [path, JSON.stringify(wire)] as const,
  );
}

const refused = String(ERROR_CATALOGUE['from-elsewhere'].result);

async function sawRefusal(page: Page): Promise<void> {
  await expect(page.locator('body')).toContainText(refused);
}

test(
  '[NET-12 in part] links, forms and typed addresses from a foreign site cannot upload recipients; our own page can',
  { tag: '@pc' },
  async ({ page, context, complaints, picture }) => {
    // The refusals are expected, and the foreign site is the only other host.
    complaints.allow(/status of 403|left the machine: http:\/\/evil\.example\//);
    await openTheirSite(context);
    expect(await recipientsSeenBy(page)).toBe(0);

    await page.goto(`${THEIRS}/link`);
    await page.getByRole('link').click();
    await sawRefusal(page);
    const link = page.url();
    expect(await recipientsSeenBy(page)).toBe(0);

    await page.goto(`${THEIRS}/form`);
    await sawRefusal(page);
    expect(await recipientsSeenBy(page)).toBe(0);

    await page.goto(link);
    await sawRefusal(page);
    expect(await recipientsSeenBy(page)).toBe(0);

    expect(await uploadBy(page, uploadRecipientHistory.path, list)).toBe(200);
    expect(await recipientsSeenBy(page)).toBe(1);
    await picture('from-elsewhere');
  },
);
