import { CARRIED_RECIPIENTS_MAX, type Locale } from '@jawhara/domain';
import { takeHandOver } from '@jawhara/contract';
import { siteAddress } from '../browser/page-address.ts';
import { stored, STORAGE_PREFIX } from '../browser/storage/stored.ts';
import { fromBase64Url, toBase64Url, transferOf, readTransferLink, type Reason } from './transfer-code.ts';
import { call } from '../api/call.ts';

/** How often this visit has changed hosts. A visit is a window, so another window starts at zero. */
export const storedMoves = stored<number>(
  {
    key: 'host_moves',
    parse: (json) => (typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : null),
    format: (moves) => moves,
  },
  () => globalThis.sessionStorage,
);

/**
 * Stored values that are transferred to another host: the purchase so far, and the visitor's display settings. No login: its
 * session key is worth more than a purchase, and an address must not sign anyone in. No seen cards and no orders: the server has
 * them for the device, which is transferred too.
 */
const CARRIED = [
  'recipient',
  'recipient_history',
  'confirmed_recipients',
  'chosen_amount',
  'last_pay_type',
  'last_pay_card',
  'step_card',
  'pending_request',
  'open_order_id',
  'last_order_id',
  'client_id',
  'gray_value',
  'no_usage',
  'language',
  'theme',
  'text-size',
] as const;

/** Values that stay if the other host has them already. */
const NOT_OVERWRITTEN: readonly string[] = ['recipient_history'];

/** The values are part of an address, whose length browsers limit. */
const VALUE_CHARACTERS_MAX = 2_000;

interface TransferredState {
  /** The path and query at which the visit continues. */
  readonly at: string;
  /** How often the host has changed in this visit. */
  readonly moves: number;
  readonly stored: Readonly<Record<string, string>>;
}

function lastOf(text: string): string {
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) ? JSON.stringify(list.slice(0, CARRIED_RECIPIENTS_MAX)) : '';
  } catch {
    return '';
  }
}

export function storedToTransfer(storage: Pick<Storage, 'getItem'>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of CARRIED) {
    const text = storage.getItem(`${STORAGE_PREFIX}${name}`);
    const value = name === 'recipient_history' && text !== null ? lastOf(text) : text;
    if (value && value.length <= VALUE_CHARACTERS_MAX) found[name] = value;
  }
  return found;
}

/** Stores the transferred values in this browser. Each is validated when it is read: a forged one counts as absent. */
export function restore(
  stored: TransferredState['stored'],
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): void {
  for (const name of CARRIED) {
    const value = stored[name];
    const key = `${STORAGE_PREFIX}${name}`;
    const stays = NOT_OVERWRITTEN.includes(name) && storage.getItem(key) !== null;
    if (typeof value === 'string' && value.length <= VALUE_CHARACTERS_MAX && !stays)
      storage.setItem(key, value);
  }
}

const SECRETS = ['session_key', 'ticket'];

/** The path and query of the page, without its secrets. */
export function pathToTransfer({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search);
  for (const name of SECRETS) query.delete(name);
  return `${pathname}${query.size === 0 ? '' : `?${query}`}`;
}

/** Always a path of this host, whatever the transferred address says. */
export function safePath(at: string, origin: string): string {
  return siteAddress(at, origin) ?? '/pay';
}

export function writePageInfo(carried: TransferredState): string {
  return toBase64Url(new TextEncoder().encode(JSON.stringify(carried)));
}

export function readPageInfo(text: string): TransferredState | null {
  try {
    const bytes = fromBase64Url(text);
    const json = bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null);
    if (!json || typeof json['at'] !== 'string' || typeof json['moves'] !== 'number') return null;
    const { stored } = json;
    if (typeof stored !== 'object' || stored === null) return null;
    return { at: json['at'], moves: json['moves'], stored: stored as TransferredState['stored'] };
  } catch {
    return null;
  }
}

/** The language the visitor has chosen, otherwise the site's own. */
export function languageOfTransfer(carried: TransferredState | null): Locale {
  return carried?.stored['language'] === JSON.stringify('en') ? 'en' : 'ar';
}

const START = '/pay';

/**
 * Receives a visitor from another host of ours: this browser becomes the same device as on that host, and the visit
 * continues at the same page. The code is valid once. If it is invalid, neither the device nor the purchase is taken
 * over. Returns the path to continue at.
 */
export async function receiveTransfer(hash: string, reason: Reason): Promise<string> {
  const arrival = readTransferLink(hash);
  const carried = arrival && readPageInfo(arrival.pageInfo);
  if (arrival === null || carried === null) return START;
  const answer = await call(takeHandOver, await transferOf(arrival, reason));
  if (answer.kind !== 'ok') return START;
  restore(carried.stored, localStorage);
  storedMoves.write(carried.moves);
  return safePath(carried.at, location.origin);
}
