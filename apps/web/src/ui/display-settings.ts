/** Text size and theme: kept on the device, put on the root element before the first paint by public/first-paint.js. */
export const TEXT_SIZES_PERCENT = [100, 115, 130, 150, 200] as const;
export type TextSizePercent = (typeof TEXT_SIZES_PERCENT)[number];

export const TEXT_SIZE_KEY = 'jawhara.text-size';
export const THEME_KEY = 'jawhara.theme';

export type Theme = 'light' | 'dark' | 'device';

/** Storage may be full, forbidden or foreign: a setting is never worth a broken page. */
function keep(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The setting then lasts until the page closes.
  }
}

function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function textSize(): TextSizePercent {
  const stored = Number(readSetting(TEXT_SIZE_KEY));
  return TEXT_SIZES_PERCENT.find((percent) => percent === stored) ?? 100;
}

/** From here on what stands side by side goes under each other. */
const BIG_FROM_PERCENT = 150;

export function setTextSize(percent: TextSizePercent): void {
  document.documentElement.classList.toggle('big', percent >= BIG_FROM_PERCENT);
  document.documentElement.style.setProperty('--text-scale', String(percent / 100));
  keep(TEXT_SIZE_KEY, percent === 100 ? null : String(percent));
}

export function theme(): Theme {
  const stored = readSetting(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'device';
}

export function setTheme(next: Theme): void {
  if (next === 'device') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  keep(THEME_KEY, next === 'device' ? null : next);
}
