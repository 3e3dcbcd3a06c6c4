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

/**
 * The prerendered page shows its screen already: the app hydrates it once the screen's code is loaded, in turns short
 * enough for a tap in between.
 */
async function open(at: HTMLElement): Promise<void> {
  if (at.firstElementChild === null || name === null || name === 'home') return createRoot(at).render(app);
  await fetchScreen();
  startTransition(() => void hydrateRoot(at, app));
}

/** If the English sentences cannot be loaded, the page stays Arabic. */
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

// Starts after the first paint was requested. A lost network only delays it.
void Promise.all([askUntilThere(() => import('./after-first-paint.ts')), opened]).then(
  ([{ startAfterFirstPaint }]) => startAfterFirstPaint(page),
);
