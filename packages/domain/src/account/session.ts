import type { Brand } from '../brand.ts';
import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS_MAX, SESSION_USE_RECORDED_EVERY_MS } from '../limits.ts';

/** A secret that proves a sign-in. The server sends it once: in the answer to a login or to the replacement of the key before. */
export type SessionKey = Brand<string, 'SessionKey'>;

const SESSION_KEY = /^[0-9a-f]{64}$/;

/** Null for text that cannot be a session key. Whether a key is valid is decided by the server alone. */
export function readSessionKey(sent: unknown): SessionKey | null {
  return typeof sent === 'string' && SESSION_KEY.test(sent) ? (sent as SessionKey) : null;
}

/** The ways to sign in. */
export const LOGIN_KINDS = ['password', 'facebook', 'google', 'ticket', 'app'] as const;
export type LoginKind = (typeof LOGIN_KINDS)[number];

const DAY_MS = 24 * 3_600_000;

/**
 * When a session ends if it is not used again: at the limit after its last use or at the limit after its sign-in, whichever comes
 * first. Replacing the session key counts as a use and does not move the second limit.
 */
export function sessionEnd(signedInAt: Date, lastUsedAt: Date): Date {
  return new Date(
    Math.min(
      lastUsedAt.getTime() + SESSION_IDLE_DAYS_MAX * DAY_MS,
      signedInAt.getTime() + SESSION_DAYS_MAX * DAY_MS,
    ),
  );
}

/** Whether a use should be recorded: the last recorded use is at least SESSION_USE_RECORDED_EVERY_MS old. */
export function isUseDue(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= SESSION_USE_RECORDED_EVERY_MS;
}

/** Browsers and systems by the names that visitors know. */
export const BROWSERS = [
  'chrome',
  'safari',
  'firefox',
  'edge',
  'opera',
  'samsung-internet',
  'huawei-browser',
  'in-app',
] as const;
export type Browser = (typeof BROWSERS)[number];

export const OPERATING_SYSTEMS = [
  'android',
  'ios',
  'ipados',
  'windows',
  'macos',
  'chromeos',
  'linux',
] as const;
export type OperatingSystem = (typeof OPERATING_SYSTEMS)[number];

/** The browser and the system of a session: enough to recognise one's own device in a list. Null if unknown. */
export interface DeviceName {
  readonly browser: Browser | null;
  readonly system: OperatingSystem | null;
}

export const UNNAMED_DEVICE: DeviceName = { browser: null, system: null };

/** The first match counts, because most user agents also name browsers they descend from. */
const BROWSER_SIGNS: readonly (readonly [Browser, RegExp])[] = [
  ['in-app', /; wv\)|\bFBA[NV]\/|\bInstagram |\bSnapchat\/|\bGSA\//],
  ['edge', /\bEdg(?:A|iOS)?\//],
  ['opera', /\bOP(?:R|X|T)\/|\bOpera\b/],
  ['samsung-internet', /\bSamsungBrowser\//],
  ['huawei-browser', /\bHuaweiBrowser\//],
  ['firefox', /\bFirefox\/|\bFxiOS\//],
  ['chrome', /\b(?:Headless)?Chrome\/|\bChromium\/|\bCriOS\//],
  ['safari', /\bSafari\//],
  // A page inside an iOS app names only the engine.
  ['in-app', /\bAppleWebKit\//],
];

const SYSTEM_SIGNS: readonly (readonly [OperatingSystem, RegExp])[] = [
  ['ipados', /\biPad\b/],
  ['ios', /\b(?:iPhone|iPod)\b/],
  ['android', /\bAndroid\b/],
  ['chromeos', /\bCrOS\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMac(?:intosh| OS X)\b/],
  ['linux', /\bLinux\b/],
];

/** How much of a user agent is read. Browsers send less. */
const USER_AGENT_CHARACTERS_READ = 400;

function firstSign<Name>(signs: readonly (readonly [Name, RegExp])[], text: string): Name | null {
  return signs.find(([, sign]) => sign.test(text))?.[0] ?? null;
}

/** Browser and system only: versions, models and the rest of a user agent are not stored. */
export function deviceNameOf(userAgent: string | undefined): DeviceName {
  const text = userAgent?.slice(0, USER_AGENT_CHARACTERS_READ) ?? '';
  return { browser: firstSign(BROWSER_SIGNS, text), system: firstSign(SYSTEM_SIGNS, text) };
}

const isBrowser = (text: string): text is Browser => (BROWSERS as readonly string[]).includes(text);
const isSystem = (text: string): text is OperatingSystem =>
  (OPERATING_SYSTEMS as readonly string[]).includes(text);

/** Reads a stored device name. A browser or system that this release does not list becomes null. */
export function storedDeviceName(browser: string | null, system: string | null): DeviceName {
  return {
    browser: browser !== null && isBrowser(browser) ? browser : null,
    system: system !== null && isSystem(system) ? system : null,
  };
}
