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
if (root.firstElementChild === null || name === null || name === 'home') createRoot(root).render(app);
// The page shows its screen already: the app takes it over in one turn, when it has the screen too.
else
  void ROUTE_SCREENS[name]
    .fetch()
    .catch(() => undefined)
    .then(() => hydrateRoot(root, app));

// After the first paint has been asked for; a step that fails is reported and stops nothing.
void import('./start-up/start-up.ts').then(({ startUp }) =>
  startUp((step, cause) => globalThis.reportError?.(new Error(`start-up: ${step}`, { cause }))),
);
