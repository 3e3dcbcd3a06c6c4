import type { PageScope } from '../page-scope.ts';
import { createCredentialsStore } from '../browser/link-credentials.ts';
import type { HostApp } from '../host-app/host-app.ts';
import { sendRequestsBy } from '../browser/send-request.ts';
import { stored } from '../browser/storage/stored.ts';
import { isPageHeld, watchPageHeld } from '../ui/page-held.ts';

/** The app gets the page's state this long after a change, because one sheet often replaces another at once. */
const SETTLES_AFTER_MS = 50;

/** True once the app's user was passed to a page of this visit: a visitor who logs out is not signed in by the next page. */
const offered = stored<boolean>(
  { key: 'app_user_offered', parse: (json) => json === true || null, format: (isOffered) => isOffered },
  () => globalThis.sessionStorage ?? null,
);

/** While a sheet or a step is open, the app's Back button closes it, and pull-to-refresh, which would lose typed text, is off. */
function followHolds(page: PageScope, app: HostApp): void {
  let lastHeld: boolean | null = null;
  const sendPageState = (): void => {
    const isHeld = isPageHeld(page);
    if (isHeld === lastHeld) return;
    lastHeld = isHeld;
    app.holdBack(isHeld);
    app.allowPullToRefresh(!isHeld);
  };
  app.onBack(() => {
    // Like the browser's Back: an open sheet or step has a history entry, unless the page was opened with it.
    if (!isPageHeld(page) || history.length < 2) return false;
    history.back();
    return true;
  });
  watchPageHeld(page, () => setTimeout(sendPageState, SETTLES_AFTER_MS));
  sendPageState();
}

async function offerUser(page: PageScope, app: HostApp): Promise<void> {
  if (offered.read() !== null) return;
  const user = await app.userInfo('start-up');
  if (user?.sessionKey === null || user === null) return;
  offered.write(true);
  const credentials = page.get(createCredentialsStore);
  // A link's credentials take precedence over the app's.
  if (credentials.get() === null) credentials.set({ by: 'session_key', secret: user.sessionKey });
}

/** Connects the page to the app: requests, Back, pull-to-refresh, and the app's user. */
export async function connectHostApp(page: PageScope, app: HostApp): Promise<void> {
  if (app.sender !== null) sendRequestsBy(app.sender);
  followHolds(page, app);
  await offerUser(page, app);
}
