import './words/english.ts';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * A page in another language than the one it was drawn in ahead of time: it begins empty and is drawn once, when its words and
 * its screen are there. The words come with this module.
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
  createRoot(root).render(app);
}
