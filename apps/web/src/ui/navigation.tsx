/** The only file that knows the router. Of wouter we use the part that follows the browser's address; the route table is ours. */
import type { MouseEvent, ReactNode } from 'react';
import { createContext, use } from 'react';
import { goToPage, siteAddress } from '../browser/page-address.ts';
import { documentOf } from './document-of.ts';
import { stepBack } from './step-back.ts';
import { navigate as goInPage, usePathname, useSearch } from 'wouter/use-browser-location';

/** While prerendering there is no address: the page's path comes from here. */
export const PrerenderPath = createContext<string | undefined>(undefined);

export type Navigate = (to: string, options?: { replace?: boolean }) => void;

/**
 * The login screen is a document of its own: third-party scripts that may run there end with it, and no other screen has its
 * content security policy. The screens without payments are such documents too: their policy excludes banks.
 */
const goTo: Navigate = (to, options) => {
  // The step back removes the entry that was to be replaced, so `replace` is not passed on.
  if (stepBack.next) stepBack.next = () => goTo(to);
  else if (documentOf(to) === documentOf(location.pathname)) goInPage(siteAddress(to) ?? '/', options);
  else goToPage(to, options?.replace === true ? 'replace' : 'assign');
};

export interface LinkProps {
  href: string;
  children: ReactNode;
  className?: string;
  'aria-current'?: 'page' | undefined;
}

/** A plain press stays in the page; a press for a new tab or window is left to the browser. */
export function Link({ href, children, ...rest }: LinkProps) {
  function press(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(href);
  }
  return (
    <a href={href} {...rest} onClick={press}>
      {children}
    </a>
  );
}

export function useNavigate(): Navigate {
  return goTo;
}

/** The path without query, as in the route table. */
export function usePath(): string {
  const ssrPath = use(PrerenderPath);
  return usePathname(ssrPath === undefined ? undefined : { ssrPath });
}

/** Empty in the prerendered page and in the first paint over it, so that both agree. */
export function useUrlQuery(): URLSearchParams {
  return new URLSearchParams(useSearch({ ssrSearch: '' }));
}

/** Back where the visitor came from; a page opened directly goes to `fallback`. */
export function useGoBack(fallback = '/'): () => void {
  return () => {
    if (history.length > 1) history.back();
    else goTo(fallback, { replace: true });
  };
}
