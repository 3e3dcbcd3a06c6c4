import { stored } from './storage/stored.ts';

/** `crypto.randomUUID` is missing in the oldest browsers we support; random bytes are not. */
export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A version 4 UUID. */
export function randomUuid(): string {
  const hex = randomHex(16);
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

const CLIENT_ID_BYTES = 16;

export const storedClientId = stored<string>({
  key: 'client_id',
  parse: (json) => (typeof json === 'string' && /^[0-9a-f]{32}$/.test(json) ? json : null),
  format: (id) => id,
});

/** 32 hex digits, made once: the device id in headers. */
export function clientId(): string {
  const known = storedClientId.read();
  if (known !== null) return known;
  const made = randomHex(CLIENT_ID_BYTES);
  storedClientId.write(made);
  return made;
}

const ANONYMOUS_ID_BYTES = 32;

export const storedAnonymousId = stored<string>({
  key: 'anonymous_id',
  parse: (json) => (typeof json === 'string' && /^[0-9a-f]{64}$/.test(json) ? json : null),
  format: (id) => id,
});

/**
 * 64 hex digits, made once: the analytics id of a visitor who is not signed in. The server does not use it to identify
 * payers.
 */
export function anonymousId(): string {
  const known = storedAnonymousId.read();
  if (known !== null) return known;
  const made = randomHex(ANONYMOUS_ID_BYTES);
  storedAnonymousId.write(made);
  return made;
}

const LENGTH = 21;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-';

export const storedNanoId = stored<string>({
  key: 'nano_id',
  parse: (json) => (typeof json === 'string' && /^[\w-]{21}$/.test(json) ? json : null),
  format: (id) => id,
});

/** A short id for addresses and logs. The alphabet has 64 letters, so every byte maps to one evenly. */
export function nanoId(): string {
  const known = storedNanoId.read();
  if (known !== null) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  const made = Array.from(bytes, (byte) => LETTERS.charAt(byte & 63)).join('');
  storedNanoId.write(made);
  return made;
}

const VALUES = 100;

/** Set by `grayValue`; the test screen changes it. */
export const storedGrayValue = stored<number>({
  key: 'gray_value',
  parse: (json) =>
    typeof json === 'number' && Number.isInteger(json) && json >= 0 && json < VALUES ? json : null,
  format: (value) => value,
});

/** 0 to 99, drawn once: decides gradual releases where the server gives no value of its own. */
export function grayValue(): number {
  const known = storedGrayValue.read();
  if (known !== null) return known;
  const drawn = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % VALUES;
  storedGrayValue.write(drawn);
  return drawn;
}

export const PAGE_VIEW_LASTS_MS = 20 * 60_000;
const PAGE_VIEW_ID_BYTES = 16;

interface PageView {
  readonly id: string;
  readonly sinceMs: number;
}

const storedPageView = stored<PageView>({
  key: 'page_view',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const { id, since } = json as Record<string, unknown>;
    return typeof id === 'string' && typeof since === 'number' ? { id, sinceMs: since } : null;
  },
  format: (view) => ({ id: view.id, since: view.sinceMs }),
});

export function renewPageViewId(nowMs: number): string {
  const id = randomHex(PAGE_VIEW_ID_BYTES);
  storedPageView.write({ id, sinceMs: nowMs });
  return id;
}

/** The id of this visit; a visit ends after twenty minutes or with a completed payment. */
export function pageViewId(nowMs: number): string {
  const view = storedPageView.read();
  const ageMs = view === null ? Number.POSITIVE_INFINITY : nowMs - view.sinceMs;
  if (view === null || ageMs < 0 || ageMs >= PAGE_VIEW_LASTS_MS) return renewPageViewId(nowMs);
  return view.id;
}
