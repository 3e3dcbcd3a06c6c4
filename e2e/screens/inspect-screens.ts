import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { ALL_SHOTS } from '../output.ts';
import { photograph } from '../photograph.ts';
import { CHECKOUT_COM } from '../providers/checkout-com.ts';
import { shotPath } from './contact-sheet.ts';
import { accessibilityProblems, cutTexts, sidewaysScroll } from './inspect-screen.ts';
import type { Screen } from './screen-list.ts';

const SMALLEST_PX = 320;
const PHONE_MAX_PX = 800;
const LARGE_TEXTS_PERCENT = [150, 200] as const;

/** Changes the colour scheme. A provider's card fields may be reopened for it. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The page handles the change in its next frame, and reopens the fields only then.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(page.locator('[data-testid=vault][data-state=loading]')).toHaveCount(0);
  for (const frame of await page.locator('[data-testid=vault] iframe').filter({ visible: true }).all())
    await expect(frame.contentFrame().locator('input').first()).toBeVisible();
}

async function shoot(page: Page, { name, isMain = false }: Screen, widthPx: number): Promise<void> {
  if (!ALL_SHOTS && !isMain) return;
  await photograph(page, shotPath(name, widthPx, 'light'));
  if (!ALL_SHOTS && widthPx === SMALLEST_PX) return;
  await turn(page, 'dark');
  await photograph(page, shotPath(name, widthPx, 'dark'));
  // Colours are the same in every width.
  if (widthPx !== SMALLEST_PX)
    expect.soft(await accessibilityProblems(page, ['color-contrast']), 'axe in the dark').toEqual([]);
  await turn(page, 'light');
}

/** Checks that with larger text, which a switch of the page offers instead of zooming, no text is cut or outside the page. */
async function inspectLargeText(page: Page, { name, isMain }: Screen, widthPx: number): Promise<void> {
  for (const percent of LARGE_TEXTS_PERCENT) {
    await page.evaluate((scale) => {
      document.documentElement.style.setProperty('--text-scale', String(scale));
      document.documentElement.classList.add('big');
    }, percent / 100);
    expect.soft(await sidewaysScroll(page), `sticks out with text of ${percent} %`).toBeNull();
    expect.soft(await cutTexts(page), `cut with text of ${percent} %`).toEqual([]);
    if (isMain === true) await photograph(page, shotPath(name, widthPx, `text-${percent}`));
  }
}

async function inspect(page: Page, screen: Screen): Promise<void> {
  const { width: ownPx, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const isPhone = ownPx <= PHONE_MAX_PX;
  for (const width of isPhone ? [SMALLEST_PX, ownPx] : [ownPx]) {
    await page.setViewportSize({ width, height });
    expect.soft(await sidewaysScroll(page), `sticks out at ${width} px`).toBeNull();
    expect.soft(await cutTexts(page), `cut at ${width} px`).toEqual([]);
    await shoot(page, screen, width);
  }
  expect.soft(await accessibilityProblems(page), 'axe').toEqual([]);
  if (isPhone) await inspectLargeText(page, screen, ownPx);
}

function isSeenOn(screen: Screen): string[] {
  if (screen.isPhoneOnly === true) return ['@phone'];
  return screen.isMain === true || ALL_SHOTS ? [] : ['@phone'];
}

/** Inspects each screen: accessible, nothing too wide, no errors in the console. */
export function inspectScreens(group: string, screens: readonly Screen[]): void {
  for (const screen of screens) {
    test.describe(group, { tag: isSeenOn(screen) }, () => {
      test.use({ provider: screen.provider ?? CHECKOUT_COM });

      test(`the screen ${screen.name} passes axe, does not scroll sideways and logs no errors`, async ({
        page,
        payer,
        deviceSecret,
        letTimePass,
        complaints,
      }) => {
        test.slow(); // axe inspects every frame, and some screens have many
        if (screen.mayComplain) complaints.allow(screen.mayComplain);
        await screen.open({ page, payer, deviceSecret, letTimePass });
        await inspect(page, screen);
        // Routed calls need not be finished once the screen is inspected.
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
    });
  }
}
