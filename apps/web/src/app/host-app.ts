import type { PageScope } from '../page-scope.ts';
import { createCredentialsStore } from '../browser/link-credentials.ts';
import type { HostApp } from '../host-app/host-app.ts';
import { sendRequestsBy } from '../browser/send-request.ts';
import { stored } from '../browser/storage/stored.ts';
import { isPageHeld, watchPageHeld } from '../ui/page-held.ts';

/** A sheet often replaces another: the app is notified of the last state only. */
const SETTLES_AFTER_MS = 50;

/** Stored for the visit, so that a visitor who logs out is not signed in again by the next page. */
const offered = stored<boolean>(
  { key: 'app_user_offered', parse: (json) => json === true || null, format: (isOffered) => isOffered },
  () => globalThis.sessionStorage ?? null,
);

/** While a sheet or a step is open, Back closes it, and pull-to-refresh is off because it would lose typed text. */
function followHolds(page: PageScope, app: HostApp): void {
  let lastHeld: boolean | null = null;
  const tell = (): void => {
    const isHeld = isPageHeld(page);
    if (isHeld === lastHeld) return;
    lastHeld = isHeld;
    app.holdBack(isHeld);
    app.allowPullToRefresh(!isHeld);
  };
  app.onBack(() => {
    // As the browser's own Back: an open sheet or step has an entry of the history, unless the page was opened with it.
    if (!isPageHeld(page) || history.length < 2) return false;
    history.back();
    return true;
  });
  watchPageHeld(page, () => setTimeout(tell, SETTLES_AFTER_MS));
  tell();
}

async function offerUser(page: PageScope, app: HostApp): Promise<void> {
  if (offered.read() !== null) return;
  const user = await app.userInfo('start-up');
  if (user?.sessionKey === null || user === null) return;
  offered.write(true);
  const credentials = page.get(createCredentialsStore);
  // Those of a link come first.
  if (credentials.get() === null) credentials.set({ by: 'session_key', secret: user.sessionKey });
}

/** Connects the page to the app: requests, Back, pull-to-refresh, and the app's user. */
export async function connectHostApp(page: PageScope, app: HostApp): Promise<void> {
  if (app.sender !== null) sendRequestsBy(app.sender);
  followHolds(page, app);
  await offerUser(page, app);
}
