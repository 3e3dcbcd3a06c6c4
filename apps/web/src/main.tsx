import './styles/app.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { watchLayout } from './app-layout.ts';
import { lockZoom } from './app-zoom-lock.ts';
import { startUp } from './start-up/start-up.ts';

watchLayout(() => location.reload());
lockZoom(document);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no #root');

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

if (root.firstElementChild === null) createRoot(root).render(app);
else hydrateRoot(root, app);

// After the first paint has been asked for; a step that fails is reported and stops nothing.
void startUp((step, cause) => globalThis.reportError?.(new Error(`start-up: ${step}`, { cause })));
