import type { Browser } from 'playwright-core';
import { KNOWN_RECIPIENTS } from './canned-answers.ts';
import { FIRST_PACK, SHEET_OPENER, visit } from './visit.ts';

const CPU_SLOW_DOWN = 4;
/** A visitor taps after the packs have come; by then the page has finished its remaining work. */
const SETTLED_AFTER_MS = 400;

declare global {
  var sheetPainted: Promise<number>;
}

/** Milliseconds from the end of a visit's first tap to the first frame that shows the recipients' sheet open. */
export function tapToSheetMs(browser: Browser, url: string): Promise<number> {
  return visit(browser, async (page, context) => {
    await page.addInitScript(rememberRecipients, JSON.stringify(KNOWN_RECIPIENTS));
    await page.goto(url);
    const opener = page.locator(SHEET_OPENER);
    await opener.waitFor();
    await page.locator(FIRST_PACK).first().waitFor();
    await page.waitForTimeout(SETTLED_AFTER_MS);
    const box = await opener.boundingBox();
    if (box === null) throw new Error(`${url}: what opens the sheet is not to be seen`);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOW_DOWN });
    await page.evaluate(watchSheet);
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    return page.evaluate(() => globalThis.sheetPainted);
  });
}

/** Runs in the page. */
function rememberRecipients(recipients: string): void {
  const [last] = JSON.parse(recipients) as object[];
  localStorage.setItem('jawhara.recipient', JSON.stringify(last));
  localStorage.setItem('jawhara.recipient_history', recipients);
}

/** Runs in the page. The frame after the one with the open sheet proves that the sheet was painted. */
function watchSheet(): void {
  globalThis.sheetPainted = new Promise((painted) => {
    const look = (liftedAt: number): void => {
      if (document.querySelector('dialog[open]') === null) requestAnimationFrame(() => look(liftedAt));
      else requestAnimationFrame((frameAt) => painted(frameAt - liftedAt));
    };
    const onLift = ({ timeStamp }: Event): void => void requestAnimationFrame(() => look(timeStamp));
    addEventListener('pointerup', onLift, { once: true, capture: true });
  });
}
