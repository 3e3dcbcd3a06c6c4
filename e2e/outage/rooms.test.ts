import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures.ts';
import { Line } from '../line.ts';
import { pageWord } from '../page-word.ts';
import { killGatewayInUse, Room } from '../room.ts';

/** Taking a browser offline keeps its open sockets; cutting the connection does not. */
const test = base.extend<{ line: Line }>({
  async line({}, use) {
    const line = new Line();
    await line.open();
    await use(line);
    await line.close();
  },
  proxy: ({ line }, use) => use({ server: line.url }),
});

const setCount = (count: number): object => ({ cmd: 'set_many', table: 'fans_count', values: { count } });

async function follow(page: Page, { rid }: Room, language: 'ar' | 'en'): Promise<void> {
  await page.goto(`/test?is_debug=1&room_id=${rid}&lan=${language}`);
  await expect(page.getByTestId('test-room-id')).toHaveValue(rid);
  await page.getByTestId('test-room-follow').click();
  await seeLive(page);
}

async function seeLive(page: Page): Promise<void> {
  await expect(page.getByTestId('room-viewer')).toHaveAttribute('data-state', 'live');
}
async function seeCount(page: Page, count: number): Promise<void> {
  await expect(page.getByTestId('room-tables')).toContainText(`fans_count/count${count}`);
}

test('[ROOM-03] [ROOM-06] a page goes on showing a room’s changes when its gateway is killed, and after a network outage', async ({
  page,
  context,
  line,
  picture,
  complaints,
}) => {
  // The browser logs every lost socket and call, also those cut on purpose.
  complaints.allow(/WebSocket connection|ERR_|Failed to load resource/);
  const room = new Room('88010');
  await room.setState({
    fans_count: { count: 1 },
    pk_status: { now: { round: 1, left: 0, right: 0, seconds: 180 } },
    room_mics_new: { mics: [{ user: 'أمل' }, { user: null }] },
  });
  await follow(page, room, 'ar');
  await room.change(setCount(2));
  await seeCount(page, 2);
  await picture('room-ar');

  const killedAt = Date.now();
  const name = await killGatewayInUse();
  await expect(page.getByTestId('room-reconnects')).toHaveText('1');
  await seeLive(page);
  const tookMs = Date.now() - killedAt;
  console.log(`${name} killed: the page is live on the other gateway after ${tookMs} ms`);
  expect(tookMs).toBeLessThan(8_000);
  await room.change(setCount(3));
  await seeCount(page, 3);

  line.cut();
  await context.setOffline(true);
  await expect(page.getByTestId('room-viewer')).toHaveAttribute('data-state', 'failed');
  await expect(page.getByTestId('room-viewer')).toContainText(await pageWord(page, 'room.failed'));
  await picture('room-failed-ar');
  // More than two frames: no later update contains what the page missed.
  for (const count of [4, 5, 6]) await room.change(setCount(count));
  line.mend();
  await context.setOffline(false);
  await seeLive(page);
  await seeCount(page, 6);

  await follow(page, room, 'en');
  await seeCount(page, 6);
  await picture('room-en');
});
