import { page } from './page.ts';
import '../styles/app.css';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createCredentialsStore, takeLinkCredentials } from '../browser/link-credentials.ts';
import { PageScopeContext } from '../page-scope.ts';
import { sendToShare } from '../browser/send-to-share.ts';
import { routeNameOf } from './routes.ts';
import { ROUTE_SCREENS } from './route-screens.tsx';
import { askUntilThere } from '../ui/lazy.tsx';
import { pageLocale } from '../words/word.ts';

sendToShare(location);
page.get(createCredentialsStore).set(takeLinkCredentials());

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

const app = (
  <StrictMode>
    <PageScopeContext value={page}>
      <App />
    </PageScopeContext>
  </StrictMode>
);

const name = routeNameOf(location.pathname);
const fetchScreen = (): Promise<unknown> =>
  name === null || name === 'home'
    ? Promise.resolve()
    : ROUTE_SCREENS[name].fetch(page).catch(() => undefined);

/** The page shows its screen already: the app takes it over when it has the screen too, in turns short enough for a finger to come between. */
async function open(at: HTMLElement): Promise<void> {
  if (at.firstElementChild === null || name === null || name === 'home') return createRoot(at).render(app);
  await fetchScreen();
  startTransition(() => void hydrateRoot(at, app));
}

/** Words lost on the way leave the page in Arabic, which is there. */
function openInArabic(at: HTMLElement): Promise<void> {
  document.documentElement.lang = 'ar';
  document.documentElement.dir = 'rtl';
  return open(at);
}

const opened =
  pageLocale() === 'ar'
    ? open(root)
    : import('./other-language.ts').then(
        ({ openInOtherLanguage }) => openInOtherLanguage(root, app, fetchScreen()),
        () => openInArabic(root),
      );

// After the first paint has been asked for. A network lost in between only delays it.
void Promise.all([askUntilThere(() => import('./after-first-paint.ts')), opened]).then(
  ([{ startAfterFirstPaint }]) => startAfterFirstPaint(page),
);
