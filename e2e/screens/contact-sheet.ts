import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { OUR_CHROMIUM } from '../our-chromium.ts';
import { OUTPUT } from '../output.ts';

const SHOTS = join(OUTPUT, 'shots');

/** The prefix of a screen's name if it was opened in English. */
export const ENGLISH = 'english-';

type ShotKind = 'light' | 'dark' | `text-${number}`;

export function shotPath(screen: string, widthPx: number, kind: ShotKind): string {
  return join(SHOTS, `${screen}-${widthPx}-${kind}.png`);
}

interface Shot {
  readonly file: string;
  readonly screen: string;
  /** Language, width and colour scheme, the same for all pictures of a sheet. */
  readonly variant: string;
  readonly widthPx: number;
}

function readShot(file: string): Shot | null {
  const { screen, width, kind } =
    /^(?<screen>.+)-(?<width>\d+)-(?<kind>light|dark|text-\d+)\.png$/.exec(file)?.groups ?? {};
  if (screen === undefined || width === undefined || kind === undefined) return null;
  const language = screen.startsWith(ENGLISH) ? 'en' : 'ar';
  const name = screen.replace(ENGLISH, '');
  return { file, screen: name, variant: `${language}-${width}-${kind}`, widthPx: Number(width) };
}

/** As many pictures on a sheet as are still readable. Long ones are cut; their own files have them whole. */
const SHEET = {
  phone: { perSheet: 6, columns: 6, widthPx: 300, heightPx: 760 },
  pc: { perSheet: 4, columns: 2, widthPx: 800, heightPx: 560 },
};
const PHONE_MAX_PX = 800;

function figure({ file, screen }: Shot, widthPx: number, heightPx: number): string {
  const picture = readFileSync(join(SHOTS, file)).toString('base64');
  return `<figure style="margin:0;width:${widthPx}px"><figcaption style="font:15px sans-serif;color:#fff">${screen}</figcaption>
    <div style="height:${heightPx}px;overflow:hidden"><img width="${widthPx}" src="data:image/png;base64,${picture}"></div></figure>`;
}

async function layOut(browser: Browser, name: string, shots: readonly Shot[]): Promise<void> {
  const isPhone = (shots[0]?.widthPx ?? 0) <= PHONE_MAX_PX;
  const { columns, widthPx, heightPx } = SHEET[isPhone ? 'phone' : 'pc'];
  const page = await browser.newPage({ viewport: { width: columns * (widthPx + 12) + 24, height: 400 } });
  const figures = shots.map((shot) => figure(shot, widthPx, heightPx)).join('');
  await page.setContent(
    `<!doctype html><body style="display:flex;flex-wrap:wrap;gap:12px;margin:12px;background:#666">${figures}</body>`,
  );
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: columns * (widthPx + 12) + 24, height });
  await page.screenshot({ path: join(OUTPUT, 'screens', `${name}.png`) });
  await page.close();
}

/** Puts the pictures of all screens on sheets for manual review, by language, width and colour scheme. */
export async function layOutAll(): Promise<void> {
  const shots = readdirSync(SHOTS).flatMap((file) => readShot(file) ?? []);
  const variants = new Set(shots.map(({ variant }) => variant));
  const browser = await chromium.launch(OUR_CHROMIUM);
  try {
    for (const variant of variants) {
      const all = shots.filter((shot) => shot.variant === variant);
      const { perSheet } = SHEET[(all[0]?.widthPx ?? 0) <= PHONE_MAX_PX ? 'phone' : 'pc'];
      const inOrder = all.toSorted((one, other) => one.screen.localeCompare(other.screen));
      for (let at = 0; at < inOrder.length; at += perSheet) {
        const number = String(at / perSheet + 1).padStart(2, '0');
        await layOut(browser, `${variant}-${number}`, inOrder.slice(at, at + perSheet));
      }
    }
  } finally {
    await browser.close();
  }
  console.log(`e2e: ${shots.length} pictures, on sheets in e2e/output/screens`);
}
