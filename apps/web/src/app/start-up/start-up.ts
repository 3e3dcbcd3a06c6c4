import { readSignedInAccount, readSiteConfig, type AccountFace, type SiteConfig } from '@jawhara/contract';
import { pageViewId, anonymousId, clientId, grayValue, nanoId } from '../../browser/ids.ts';
import { type StartUpStep, askingStep, runInOrder, type ReportStartUpFailure } from './run-in-order.ts';
import { restoreLogin as checkLogin } from '../../account/login/restore-login.ts';
import type { CallAnswer } from '../../api/call-answer.ts';
import { isKeyDue } from '../../browser/storage/login.ts';
import { storedLogin } from '../../browser/storage/login.ts';
import { callTogether } from '../../api/call-together.ts';
import { fetchSiteConfigBy } from '../../api/use-site-config.ts';
import type { PageScope } from '../../page-scope.ts';
import { whenIdle } from '../../browser/waits.ts';
import { lookUpCountry } from './look-up-country.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { selfUpdate } from './self-update.ts';
import { watchHosts } from '../../backup-hosts/watch-hosts.ts';

const beginPageView: StartUpStep = {
  name: 'page-view-id',
  withinMs: 1_000,
  run: () => void pageViewId(Date.now()),
};

/** Fetches the app's download links before anything that shows them is pressed. */
const fetchDownloadLinks = (page: PageScope): StartUpStep =>
  askingStep<SiteConfig | null>({
    name: 'download-links',
    withinMs: 20_000,
    ask: () => fetchSiteConfigBy(page, () => callTogether(readSiteConfig, {})),
    async run(config) {
      if ((await config) === null) throw new Error('no configuration, so no links');
    },
  });

/** If it fails, as in a browser without a key store, the next page tries again; nothing is lost while the host is up. */
async function beReadyToMove(): Promise<void> {
  await watchHosts();
}

/**
 * The server sets its device cookie with the first answer; these are the ids for headers and events, and the number that
 * decides gradual releases. The transfer to backup hosts is prepared when the page is idle.
 */
const identifyDevice: StartUpStep = {
  name: 'device-token',
  withinMs: 1_000,
  run: () => {
    for (const make of [clientId, anonymousId, nanoId, grayValue]) make();
    whenIdle(() => void beReadyToMove().catch(() => undefined));
  },
};

interface AccountAnswer {
  readonly sessionKey: string;
  readonly answer: CallAnswer<AccountFace>;
}

/**
 * For guests, who are most visitors, nothing is sent or loaded here. A session key that is due is replaced by a separate
 * call.
 */
const restoreLogin = askingStep<AccountAnswer | null>({
  name: 'login-restore',
  withinMs: 10_000,
  ask: async () => {
    const login = storedLogin.read();
    if (login === null || isKeyDue(login, Date.now())) return null;
    return { sessionKey: login.sessionKey, answer: await callTogether(readSignedInAccount, {}) };
  },
  async run(asking) {
    if (storedLogin.read() === null) return;
    const read = await asking;
    // Another account may have signed in since: an answer for the earlier session key does not apply to it.
    const isTheirs = read !== null && read.sessionKey === storedLogin.read()?.sessionKey;
    await checkLogin(Date.now(), isTheirs ? () => Promise.resolve(read.answer) : undefined);
  },
});

/** In the specified order. */
export const startUpSteps = (page: PageScope): readonly StartUpStep[] => [
  beginPageView,
  identifyDevice,
  lookUpCountry,
  restoreLogin,
  selfUpdate(page),
  registerServiceWorker,
  fetchDownloadLinks(page),
];

/** The first paint never waits for this. */
export function startUp(page: PageScope, report: ReportStartUpFailure): Promise<void> {
  return runInOrder(startUpSteps(page), report);
}
