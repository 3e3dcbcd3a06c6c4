import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { OUR_CHROMIUM } from '../our-chromium.ts';
import { OUTPUT } from '../output.ts';

const SHOTS = join(OUTPUT, 'shots');

type ShotKind = 'light' | 'dark' | `text-${number}`;

const shotName = (screen: string, widthPx: number, kind: ShotKind): string =>
  `${screen}-${widthPx}-${kind}.png`;

export function shotPath(screen: string, widthPx: number, kind: ShotKind): string {
  return join(SHOTS, shotName(screen, widthPx, kind));
}

const KINDS = [
  [320, 'light'],
  [360, 'light'],
  [360, 'dark'],
  [360, 'text-150'],
  [360, 'text-200'],
  [1280, 'light'],
  [1280, 'dark'],
] as const;

/** One picture of one screen at every width it was photographed in, side by side. */
async function layOut(browser: Browser, screen: string, shots: ReadonlySet<string>): Promise<void> {
  const pictures = KINDS.filter(([widthPx, kind]) => shots.has(shotName(screen, widthPx, kind))).map(
    ([widthPx, kind]) => {
      const shot = readFileSync(shotPath(screen, widthPx, kind)).toString('base64');
      return `<img width="${widthPx}" src="data:image/png;base64,${shot}">`;
    },
  );
  const page = await browser.newPage({ viewport: { width: 3400, height: 400 } });
  await page.setContent(
    `<!doctype html><body style="display:flex;gap:16px;align-items:flex-start;margin:16px;width:max-content;background:#888">${pictures.join('')}</body>`,
  );
  await page.locator('body').screenshot({ path: join(OUTPUT, 'screens', `${screen}.png`) });
  await page.close();
}

/** Every screen that was photographed, for a person to look at. */
export async function layOutAll(): Promise<void> {
  const shots = new Set(readdirSync(SHOTS));
  const screens = new Set([...shots].map((shot) => shot.replace(/-\d+-(light|dark|text-\d+)\.png$/, '')));
  const browser = await chromium.launch(OUR_CHROMIUM);
  try {
    for (const screen of screens) await layOut(browser, screen, shots);
  } finally {
    await browser.close();
  }
}
