import {
  readSignedInAccount,
  readSiteConfig,
  type AccountFace,
  type SiteConfig,
  readPosition,
  reportTrace,
  type Position,
} from '@jawhara/contract';
import { pageViewId, anonymousId, clientId, grayValue, nanoId } from '../../browser/ids.ts';
import { type StartUpStep, askingStep, runInOrder, type ReportStartUpFailure } from './run-in-order.ts';
import { restoreLogin as checkLogin } from '../../account/login/restore-login.ts';
import { type CallAnswer, resultOfFailure } from '../../api/call-answer.ts';
import { isKeyDue, storedLogin } from '../../browser/storage/login.ts';
import { callTogether } from '../../api/call-together.ts';
import { fetchSiteConfigBy } from '../../api/use-site-config.ts';
import type { PageScope } from '../../page-scope.ts';
import { whenIdle, waitForTurn } from '../../browser/waits.ts';
import { registerServiceWorker } from './register-service-worker.ts';
import { selfUpdate } from './self-update.ts';
import { watchHosts } from '../../backup-hosts/watch-hosts.ts';
import { COUNTRY_TRIES_MAX } from '@jawhara/domain';
import { call } from '../../api/call.ts';
import { storedCountry } from '../../browser/storage/device.ts';

const TRY_WITHIN_MS = 5_000;
const AGAIN_AFTER_MS = 300;
const forever = new AbortController().signal;

async function tried(first: Promise<CallAnswer<Position>>): Promise<CallAnswer<Position>> {
  let answer = await first;
  for (let tries = 1; answer.kind !== 'ok' && tries < COUNTRY_TRIES_MAX; tries += 1) {
    await waitForTurn(AGAIN_AFTER_MS * 2 ** (tries - 1), forever);
    answer = await call(readPosition, {}, { timeoutMs: TRY_WITHIN_MS });
  }
  return answer;
}

/** The first try is part of the start-up batch, later ones are sent alone. */
export const lookUpCountry = askingStep<CallAnswer<Position>>({
  name: 'country-look-up',
  withinMs: 10_000,
  ask: () => callTogether(readPosition, {}),
  async run(first) {
    const answer = await tried(first);
    if (answer.kind === 'ok') {
      if (answer.value.country !== null) storedCountry.write(answer.value.country);
      return;
    }
    const result = answer.kind === 'refused' ? answer.result : resultOfFailure(answer.failure);
    const data = JSON.stringify({ step: 'position', tries: COUNTRY_TRIES_MAX, result });
    await call(reportTrace, { orderId: null, data });
    throw new Error(`no country after ${COUNTRY_TRIES_MAX} tries: ${result}`);
  },
});

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

/**
 * Prepares the move to a backup host. If this fails, as in a browser without a key store, the next page tries again;
 * nothing is lost while the host is up.
 */
async function beReadyToMove(): Promise<void> {
  await watchHosts();
}

/**
 * Reads the device's ids for headers and events, and the number that decides gradual releases. The server sets its
 * device cookie with the first answer. The transfer to backup hosts is prepared when the page is idle.
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
 * Checks the stored login. For visitors without a login, who are the most, nothing is sent or loaded here. A session key that
 * is due is replaced by a separate call.
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

/** All steps, in the specified order. */
export const startUpSteps = (page: PageScope): readonly StartUpStep[] => [
  beginPageView,
  identifyDevice,
  lookUpCountry,
  restoreLogin,
  selfUpdate(page),
  registerServiceWorker,
  fetchDownloadLinks(page),
];

/** Runs all steps. The first paint never waits for them. */
export function startUp(page: PageScope, report: ReportStartUpFailure): Promise<void> {
  return runInOrder(startUpSteps(page), report);
}
