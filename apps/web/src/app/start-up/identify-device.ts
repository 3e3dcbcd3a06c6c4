import { anonymousId } from '../../browser/anonymous-id.ts';
import { clientId } from '../../browser/client-id.ts';
import { grayValue } from '../../browser/gray-value.ts';
import { nanoId } from '../../browser/nano-id.ts';
import { whenIdle } from '../../browser/when-idle.ts';
import type { StartUpStep } from './run-in-order.ts';

/** Where it does not come off, as in a browser without keys, the next page tries again; nothing is lost as long as the host lives. */
async function beReadyToMove(): Promise<void> {
  const { watchHosts } = await import('../../backup-hosts/watch-hosts.ts');
  await watchHosts();
}

/**
 * The server sets its own device cookie with the first answer; these are the ones of headers and events, and
 * the number by which a device is counted among those who see something new. How the device is known
 * on the hosts that stand in for this one is seen to when the page has nothing better to do.
 */
export const identifyDevice: StartUpStep = {
  name: 'device-token',
  withinMs: 1_000,
  run: () => {
    for (const make of [clientId, anonymousId, nanoId, grayValue]) make();
    whenIdle(() => void beReadyToMove().catch(() => undefined));
  },
};
