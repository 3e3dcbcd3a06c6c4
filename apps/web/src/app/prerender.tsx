import { messages as account } from '../words/ar/account.po';
import { messages as home } from '../words/ar/home.po';
import { messages as info } from '../words/ar/info.po';
import { messages as pay } from '../words/ar/pay.po';
import { addWords } from '../words/word.ts';
import { prerender } from 'react-dom/static.edge';
import { ROUTE_DESCRIPTIONS } from './route-descriptions.ts';
import { App } from './app.tsx';
import { ROUTE_PATHS } from './routes.ts';
import type { RouteName } from './routes.ts';
import { ROUTE_SCREENS } from './route-screens.tsx';
import { createPageScope, PageScopeContext } from '../page-scope.ts';
import { PrerenderPath } from '../ui/navigation.tsx';
import { pageTitle } from '../ui/use-page-title.ts';

addWords(account);
addWords(home);
addWords(info);
addWords(pay);

export interface PrerenderedPage {
  readonly path: string;
  /** The screen's source file, by which the build finds its chunk. */
  readonly source: string;
  readonly title: string;
  readonly description: string;
  readonly body: string;
}

const PAGES = (Object.keys(ROUTE_PATHS) as RouteName[]).filter((name) => name !== 'home');

/** Each screen is in the folder of its name; two of them have a second name. */
function sourceOf(name: RouteName): string {
  const folder = name === 'index' ? 'home' : name === 'recharge' ? 'pay' : name;
  return `src/screens/${folder}/${folder}-screen.tsx`;
}

async function prerenderPage(name: Exclude<RouteName, 'home'>): Promise<PrerenderedPage> {
  const path = ROUTE_PATHS[name];
  const { title, fetch } = ROUTE_SCREENS[name];
  const page = createPageScope();
  await fetch(page);
  const { prelude } = await prerender(
    <PrerenderPath value={path}>
      <PageScopeContext value={page}>
        <App />
      </PageScopeContext>
    </PrerenderPath>,
    // Rendered in one piece: a part streamed later would need an inline script to move it, which the policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  const body = await new Response(prelude).text();
  return {
    path,
    source: sourceOf(name),
    title: pageTitle(title()),
    description: ROUTE_DESCRIPTIONS[name](),
    body,
  };
}

export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const pages: PrerenderedPage[] = [];
  for (const name of PAGES) pages.push(await prerenderPage(name));
  return pages;
}
