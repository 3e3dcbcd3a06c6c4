/** Names that visitors know for the programs and machines they sign in with. */
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

/** Enough to recognise a device of one's own in a list; null where the program did not say. */
export interface DeviceName {
  readonly browser: Browser | null;
  readonly system: OperatingSystem | null;
}

export const UNNAMED_DEVICE: DeviceName = { browser: null, system: null };

/** The first that fits: nearly every browser also names the ones it descends from. */
const BROWSER_SIGNS: readonly (readonly [Browser, RegExp])[] = [
  ['in-app', /; wv\)|\bFBA[NV]\/|\bInstagram |\bSnapchat\/|\bGSA\//],
  ['edge', /\bEdg(?:A|iOS)?\//],
  ['opera', /\bOP(?:R|X|T)\/|\bOpera\b/],
  ['samsung-internet', /\bSamsungBrowser\//],
  ['huawei-browser', /\bHuaweiBrowser\//],
  ['firefox', /\bFirefox\/|\bFxiOS\//],
  ['chrome', /\b(?:Headless)?Chrome\/|\bChromium\/|\bCriOS\//],
  ['safari', /\bSafari\//],
  // A page inside an app of Apple's systems names the engine alone.
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

/** Longer than any browser's; what is behind it names nothing that we look for. */
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

/** As it was stored; a name of another release is no name. */
export function storedDeviceName(browser: string | null, system: string | null): DeviceName {
  return {
    browser: browser !== null && isBrowser(browser) ? browser : null,
    system: system !== null && isSystem(system) ? system : null,
  };
}
