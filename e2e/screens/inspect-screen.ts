import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What is wrong with the screen as it stands, for people who cannot see it well or at all. */
export async function accessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // Without frames nothing has to be gathered in a page of its own, which takes as long again.
  if (page.frames().length === 1) axe.setLegacyMode(true);
  // The viewport is locked on purpose; the page offers its own text-size switch instead (APP-10).
  if (rules === undefined) axe.disableRules(['meta-viewport']);
  else axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => String(node.target)).join(', ')}`);
}

/** What sticks out sideways, or null. A sheet scrolls by itself, so it is asked too. */
export async function sidewaysScroll(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const boxes = [document.documentElement, ...document.querySelectorAll<HTMLElement>('dialog[open]')];
    const wide = boxes.find((box) => box.scrollWidth > box.clientWidth);
    return wide === undefined ? null : `${wide.tagName} ${wide.scrollWidth} > ${wide.clientWidth}`;
  });
}
