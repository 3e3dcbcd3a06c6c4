import { readSiteConfig, type SiteConfig } from '@jawhara/contract';
import { pageViewId, anonymousId, clientId, grayValue, nanoId } from '../../browser/ids.ts';
import { type StartUpStep, askingStep, runInOrder, type ReportStartUpFailure } from './run-in-order.ts';
import { callTogether } from '../../api/call-together.ts';
import { fetchSiteConfigBy } from '../../api/use-site-config.ts';
import { whenIdle } from '../../browser/waits.ts';
import { lookUpCountry } from './look-up-country.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { restoreLogin } from './restore-login.ts';
import { selfUpdate } from './self-update.ts';

const beginPageView: StartUpStep = {
  name: 'page-view-id',
  withinMs: 1_000,
  run: () => void pageViewId(Date.now()),
};

/** Where the app itself is to be had: known before anybody presses, wherever the links are shown. */
const fetchDownloadLinks = askingStep<SiteConfig | null>({
  name: 'download-links',
  withinMs: 20_000,
  ask: () => fetchSiteConfigBy(() => callTogether(readSiteConfig, {})),
  async run(config) {
    if ((await config) === null) throw new Error('no configuration, so no links');
  },
});

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
const identifyDevice: StartUpStep = {
  name: 'device-token',
  withinMs: 1_000,
  run: () => {
    for (const make of [clientId, anonymousId, nanoId, grayValue]) make();
    whenIdle(() => void beReadyToMove().catch(() => undefined));
  },
};

/** In the specified order. */
export const START_UP_STEPS: readonly StartUpStep[] = [
  beginPageView,
  identifyDevice,
  lookUpCountry,
  restoreLogin,
  selfUpdate,
  registerServiceWorker,
  fetchDownloadLinks,
];

/** Never waited for by the first paint. */
export function startUp(report: ReportStartUpFailure): Promise<void> {
  return runInOrder(START_UP_STEPS, report);
}
