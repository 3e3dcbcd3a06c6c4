import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Accessibility problems that axe finds on the screen. */
export async function accessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
  // Without frames axe needs no extra page to combine results, which would take as long again.
  if (page.frames().length === 1) axe.setLegacyMode(true);
  // The viewport is locked on purpose; the page offers its own text-size switch instead (APP-10).
  if (rules === undefined) axe.disableRules(['meta-viewport']);
  else axe.withRules([...rules]);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => String(node.target)).join(', ')}`);
}

/** Resizes to the narrowest phone and waits: a page laid out for a PC reloads then. */
export async function narrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  await expect(page.locator('html')).not.toHaveClass(/\bpc\b/);
}

/** The element that is too wide, or null. A sheet scrolls separately, so it is checked too. */
export async function sidewaysScroll(page: Page): Promise<string | null> {
  // A page that reloads is empty for a moment.
  await page.waitForLoadState('domcontentloaded');
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('html, dialog[open]')];
    const wide = boxes.find((box) => box.scrollWidth > box.clientWidth);
    return wide === undefined ? null : `${wide.tagName} ${wide.scrollWidth} > ${wide.clientWidth}`;
  });
}

/** Texts of which a part is outside the page, or outside the nearest box that hides its overflow. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 1;
    const hides = (element: Element): boolean => getComputedStyle(element).overflowX !== 'visible';
    const boxOf = (element: Element | null): { left: number; right: number } => {
      if (element === null || element === document.body)
        return { left: 0, right: document.documentElement.clientWidth };
      return hides(element) ? element.getBoundingClientRect() : boxOf(element.parentElement);
    };
    const isSeen = (element: HTMLElement): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      // Leaves out texts for screen readers only, texts shortened on purpose, and an avatar's letter.
      element.closest('.visually-hidden, html.pc .app-bar > .title, .truncate, .avatar') === null;
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (holder === null || text.textContent?.trim() === '' || holder.closest('style, script, svg'))
        continue;
      if (!isSeen(holder)) continue;
      const box = boxOf(holder);
      const range = document.createRange();
      range.selectNodeContents(text);
      const sticksOut = [...range.getClientRects()].some(
        ({ left, right, width }) => width > 0 && (left < box.left - SLACK_PX || right > box.right + SLACK_PX),
      );
      if (sticksOut) cut.push(`${holder.className}: ${text.textContent}`);
    }
    return cut;
  });
}
