import { readBackupDomains } from '@jawhara/contract';
import { BACKUP_DOMAINS_WITHIN_MS } from '@jawhara/domain';
import { call } from '../api/call.ts';
import { isOnline } from '../browser/waits.ts';
import { goToHost } from '../browser/page-address.ts';
import { storedBackupDomains } from '../browser/storage/device.ts';
import { watchUnanswered } from '../browser/send-request.ts';
import { prepareTransfer, addressOn } from './leave-host.ts';
import { firstReachable, isReachable } from './probe.ts';

const backups = (): readonly string[] =>
  (storedBackupDomains.read()?.[location.host] ?? []).filter((host) => host !== location.host);

/**
 * Leaves this host if it is unreachable and another host of ours is reachable: trouble of the whole shop, or of the payer's own
 * network, is no reason to leave. The old page is not kept in the history: Back would lead to a host that does not answer.
 */
async function hasLeft(leave: (address: string) => void): Promise<boolean> {
  const hosts = backups();
  if (hosts.length === 0 || !isOnline() || (await isReachable(location.host))) return false;
  const host = await firstReachable(hosts);
  const address = host === null ? null : await addressOn(host);
  if (address !== null) leave(address);
  return address !== null;
}

/** A second navigation would cancel the first. If the page is still open after this long, the navigation has failed. */
const LEAVING_TAKES_MS = 30_000;
/** Limits the probes: an overloaded shop has enough requests from its payers. */
const LOOK_AGAIN_AFTER_MS = 5_000;

/** Starts watching: the page leaves a host that is dead. Returns a function that stops it. */
export function watchHost(leave: (address: string) => void): () => void {
  let isLooking = false;
  return watchUnanswered(() => {
    if (isLooking) return;
    isLooking = true;
    void hasLeft(leave)
      .catch(() => false)
      .then((isLeaving) => {
        setTimeout(() => (isLooking = false), isLeaving ? LEAVING_TAKES_MS : LOOK_AGAIN_AFTER_MS);
      });
  });
}

/**
 * Fetches the list of backup hosts and prepares this device for a transfer. A host that does not answer this call is probed at
 * once.
 */
export async function fetchHosts(): Promise<void> {
  const domains = await call(readBackupDomains, {}, { timeoutMs: BACKUP_DOMAINS_WITHIN_MS });
  if (domains.kind !== 'ok') return;
  storedBackupDomains.write(domains.value);
  if (backups().length > 0) await prepareTransfer();
}

export function watchHosts(): Promise<void> {
  watchHost((address) => void goToHost(address, backups(), 'replace'));
  return fetchHosts();
}
