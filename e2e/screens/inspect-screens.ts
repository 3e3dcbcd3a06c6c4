import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { photograph } from '../photograph.ts';
import { newVisitor, PC_PX, PHONE_PX, type Visitor } from '../visitor.ts';
import { layOut, shotPath } from './contact-sheet.ts';
import { accessibilityProblems, sidewaysScroll } from './inspect-screen.ts';
import type { Screen } from './screen-list.ts';

const SMALLEST_PX = 320;
const LARGE_TEXTS_PERCENT = [150, 200] as const;
const MINUTES_MS = 240_000;
/** Everything at every width and as a picture, for a person to look at. */
const ALL_SHOTS = process.env['JAWHARA_E2E_SCREENS'] === 'all';

async function shoot({ page }: Visitor, screen: Screen, widthPx: number): Promise<string[]> {
  if (!ALL_SHOTS && screen.isMain !== true) return [];
  await photograph(page, shotPath(screen.name, widthPx, 'light'));
  if (screen.isMain !== true || widthPx === SMALLEST_PX) return [];
  await page.emulateMedia({ colorScheme: 'dark' });
  await photograph(page, shotPath(screen.name, widthPx, 'dark'));
  const problems = await accessibilityProblems(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return problems.map((problem) => `dark ${problem}`);
}

/** The switch that stands in for the locked zoom must not push anything out of the page. */
async function inspectLargeText(page: Page, screen: Screen): Promise<string[]> {
  const problems: string[] = [];
  for (const percent of LARGE_TEXTS_PERCENT) {
    await page.evaluate((scale) => {
      document.documentElement.style.setProperty('--text-scale', String(scale));
    }, percent / 100);
    const wide = await sidewaysScroll(page);
    if (wide !== null) problems.push(`scrolls sideways with text of ${percent} %: ${wide}`);
    if (screen.isMain === true) await photograph(page, shotPath(screen.name, PHONE_PX, `text-${percent}`));
  }
  return problems;
}

async function inspect(visitor: Visitor, screen: Screen, widthPx: number): Promise<string[]> {
  const { page } = visitor;
  const problems: string[] = [];
  const widths = widthPx === PHONE_PX ? [SMALLEST_PX, PHONE_PX] : [widthPx];
  for (const width of widths) {
    await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 780 });
    const wide = await sidewaysScroll(page);
    if (wide !== null) problems.push(`scrolls sideways at ${width} px: ${wide}`);
    problems.push(...(await shoot(visitor, screen, width)));
  }
  problems.push(...(await accessibilityProblems(page)));
  return widthPx === PHONE_PX ? [...problems, ...(await inspectLargeText(page, screen))] : problems;
}

async function visit(screen: Screen, widthPx: number): Promise<string[]> {
  const visitor = await newVisitor({ widthPx, isOfferedAdyen: screen.isOfferedAdyen ?? false });
  try {
    await screen.open(visitor);
    const problems = await inspect(visitor, screen, widthPx);
    const complaints = visitor.complaints().filter((one) => !(screen.mayComplain?.test(one) ?? false));
    return [...problems, ...complaints].map((problem) => `${screen.name}: ${problem}`);
  } finally {
    await visitor.leave();
  }
}

/** Each screen as a person meets it: readable by machines, nothing sticking out, nothing complained about. */
export function inspectScreens(group: string, screens: readonly Screen[]): void {
  describe(group, () => {
    for (const widthPx of [PHONE_PX, PC_PX]) {
      it(
        `pass axe, do not scroll sideways and complain about nothing (${widthPx} px)`,
        async () => {
          const problems: string[] = [];
          const shown = screens.filter(({ isMain }) => widthPx === PHONE_PX || isMain === true || ALL_SHOTS);
          for (const screen of shown) problems.push(...(await visit(screen, widthPx)));
          expect(problems).toEqual([]);
        },
        MINUTES_MS,
      );
    }

    if (!ALL_SHOTS) return;
    it(
      'lie side by side for a person to look at',
      async () => {
        for (const { name } of screens) await layOut(name);
      },
      MINUTES_MS,
    );
  });
}
