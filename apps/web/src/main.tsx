import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchLayout } from './app-layout.ts';
import { lockZoom } from './app-zoom-lock.ts';
import { takeHandedOver } from './host/handed-over.ts';
import { sendToShare } from './host/send-to-share.ts';
import { routeNameOf } from './routes.ts';
import { ROUTE_SCREENS } from './routes-screens.tsx';
import { fetchPageWords } from './words/page-words.ts';

sendToShare(location);
takeHandedOver();
watchLayout(() => location.reload());
lockZoom(document);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

const name = routeNameOf(location.pathname);
const fetchScreen = (): Promise<unknown> =>
  name === null || name === 'home' ? Promise.resolve() : ROUTE_SCREENS[name].fetch().catch(() => undefined);
const words = fetchPageWords();
if (words !== null) {
  // What was drawn ahead of time is in Arabic, and hidden: the page begins empty.
  root.replaceChildren();
  root.removeAttribute('lang');
  root.removeAttribute('dir');
  void Promise.all([words, fetchScreen()]).then(() => createRoot(root).render(app));
} else if (root.firstElementChild === null || name === null || name === 'home') createRoot(root).render(app);
// The page shows its screen already: the app takes it over in one turn, when it has the screen too.
else void fetchScreen().then(() => hydrateRoot(root, app));

// After the first paint has been asked for; a step that fails is reported and stops nothing.
void Promise.all([import('./start-up/start-up.ts'), words]).then(([{ startUp }]) =>
  startUp((step, cause) => globalThis.reportError?.(new Error(`start-up: ${step}`, { cause }))),
);
