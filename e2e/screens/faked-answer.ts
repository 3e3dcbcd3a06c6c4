import type { Page, Route } from '@playwright/test';

type Change = (data: Record<string, unknown>) => Record<string, unknown>;

const callsTo = (path: string): RegExp => new RegExp(path.replaceAll('/', '\\/'));

/** Answers calls to this path with a refusal and its result code. */
export async function refused(page: Page, path: string, result: number, waitS?: number): Promise<void> {
  await page.route(callsTo(path), (route) =>
    route.fulfill({
      status: waitS === undefined ? 200 : 429,
      ...(waitS !== undefined && { headers: { 'retry-after': String(waitS) } }),
      json: { result, code: result, message: '', data: null },
    }),
  );
}

/** Leaves calls to this path without a response. */
export async function unanswered(page: Page, path: string): Promise<void> {
  await page.route(callsTo(path), () => undefined);
}

export async function cutOff(page: Page, path: string | RegExp): Promise<void> {
  await page.route(typeof path === 'string' ? callsTo(path) : path, (route) => route.abort());
}

/** Changes the server's response: for states that would take days, or an operator's command, to occur. */
export async function changed(page: Page, path: string, change: Change): Promise<void> {
  await page.route(callsTo(path), async (route: Route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: Record<string, unknown> };
    await route.fulfill({ response: answer, json: { ...body, data: change(body.data) } });
  });
}
