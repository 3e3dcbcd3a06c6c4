import { prerender } from 'react-dom/static.edge';
import { Router } from 'wouter';
import { App, pageTitle } from './app.tsx';
import { ROUTE_PATHS } from './routes.ts';
import type { RouteName } from './routes.ts';
import { ROUTE_SCREENS } from './routes-screens.tsx';

export interface PrerenderedPage {
  readonly path: string;
  /** The screen's source file, by which the build finds its chunk. */
  readonly source: string;
  readonly title: string;
  readonly body: string;
}

const PAGES = (Object.keys(ROUTE_PATHS) as RouteName[]).filter((name) => name !== 'home');

async function prerenderPage(name: Exclude<RouteName, 'home'>): Promise<PrerenderedPage> {
  const path = ROUTE_PATHS[name];
  const { source, title } = ROUTE_SCREENS[name];
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch="">
      <App />
    </Router>,
    // Everything in place: an outlined part would need an inline script to move it, which the CSP forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return { path, source, title: pageTitle(title()), body: await new Response(prelude).text() };
}

export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  for (const name of PAGES) pages.push(await prerenderPage(name));
  return pages;
}
