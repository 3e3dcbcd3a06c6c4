import { readDisplayId } from '@jawhara/domain';
import { goToPage, goToHost } from './page-address.ts';
import type { Go, ShareLocation } from './send-to-share.ts';
import { readUrlParameters } from './link.ts';
import { stored } from './storage/stored.ts';
import { storedPendingRequest, storedOpenOrderId } from './storage/purchase.ts';

/** `anti_ban` names a banned account: the visitor is taken to its fine. True if the page navigates. */
export function sendToFines(location: ShareLocation, go: Go = goToPage): boolean {
  const reading = readDisplayId(readUrlParameters(location).antiBan ?? '');
  if (reading.kind !== 'read') return false;
  go(`/fines?fine=${reading.displayId}`, 'replace');
  return true;
}

/** A visitor who returns this soon was sent back, or pressed Back, and stays here. */
export const STAYS_AFTER_RETURN_MS = 60_000;

const sentAt = stored<number>(
  {
    key: 'sent_to_main_site',
    parse: (json) => (typeof json === 'number' ? json : null),
    format: (atMs) => atMs,
  },
  () => globalThis.sessionStorage ?? null,
);

/** Whether a payment is under way: it belongs to this host's device cookie, so the visitor is not sent to another host. */
const isPaying = (): boolean => storedOpenOrderId.read() !== null || storedPendingRequest.read() !== null;

/** The same path and query on the main sibling site. `mainSite` is a setting of the deployment: no address can change it. */
export function sendToMainSite(
  location: ShareLocation & { readonly origin: string },
  mainSite: string | null,
  nowMs: number,
  go: Go = (address, how) => goToHost(address, mainSite === null ? [] : [new URL(mainSite).host], how),
): boolean {
  if (mainSite === null || mainSite === location.origin || isPaying()) return false;
  if (readUrlParameters(location).stayHere !== null) return false;
  const ageMs = nowMs - (sentAt.read() ?? Number.NEGATIVE_INFINITY);
  if (ageMs >= 0 && ageMs < STAYS_AFTER_RETURN_MS) return false;
  sentAt.write(nowMs);
  // Leading slashes are part of the path and never name a host, because the origin is put before them.
  go(`${mainSite}${location.pathname}${location.search}${location.hash}`, 'replace');
  return true;
}
