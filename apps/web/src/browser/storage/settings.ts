/**
 * Settings that public/first-paint.js reads before the first paint, so they are stored as plain texts and not as JSON. Where the
 * browser cannot store a setting, it lasts until the page closes.
 */
export type Setting = 'language' | 'text-size' | 'theme';

const keyOf = (setting: Setting): string => `jawhara.${setting}`;

export function readSetting(setting: Setting): string | null {
  try {
    return localStorage.getItem(keyOf(setting));
  } catch {
    return null;
  }
}

/** Null deletes it. False if the browser refuses to store it. */
export function storeSetting(setting: Setting, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(keyOf(setting));
    else localStorage.setItem(keyOf(setting), value);
    return true;
  } catch {
    return false;
  }
}
