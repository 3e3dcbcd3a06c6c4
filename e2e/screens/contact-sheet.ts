import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from '../browser.ts';
import { OUTPUT } from '../output.ts';

export const SHOTS = join(OUTPUT, 'shots');

type ShotKind = 'light' | 'dark' | `text-${number}`;

export function shotPath(screen: string, widthPx: number, kind: ShotKind): string {
  return join(SHOTS, `${screen}-${widthPx}-${kind}.png`);
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
export async function layOut(screen: string): Promise<void> {
  const pictures = KINDS.map(([widthPx, kind]) => ({ widthPx, path: shotPath(screen, widthPx, kind) }))
    .filter(({ path }) => existsSync(path))
    .map(
      ({ widthPx, path }) =>
        `<img width="${widthPx}" src="data:image/png;base64,${readFileSync(path).toString('base64')}">`,
    );
  const page = await (await browser()).newPage({ viewport: { width: 3400, height: 400 } });
  try {
    await page.setContent(
      `<!doctype html><body style="display:flex;gap:16px;align-items:flex-start;margin:16px;width:max-content;background:#888">${pictures.join('')}</body>`,
    );
    await page.locator('body').screenshot({ path: join(OUTPUT, 'screens', `${screen}.png`) });
  } finally {
    await page.close();
  }
}
