import '../words/english.ts';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ROUTE_DESCRIPTIONS } from './route-descriptions.ts';
import { routeNameOf } from './routes.ts';

/**
 * Opens a page in another language than its prerendered one: the page begins empty and is rendered once its sentences
 * and its screen are loaded. The sentences come with this module.
 */
export async function openInOtherLanguage(
  root: HTMLElement,
  app: ReactNode,
  screen: Promise<unknown>,
): Promise<void> {
  root.replaceChildren();
  root.removeAttribute('lang');
  root.removeAttribute('dir');
  await screen;
  const description = ROUTE_DESCRIPTIONS[routeNameOf(location.pathname) ?? 'index']();
  document.querySelector('meta[name="description"]')?.setAttribute('content', description);
  createRoot(root).render(app);
}
