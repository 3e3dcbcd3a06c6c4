/**
 * The only file that imports the router. Of wouter we use the part that follows the browser's address; the route table is
 * ours.
 */

import { createContext, use, type MouseEvent, type ReactNode } from 'react';
import { navigate as goInPage, usePathname, useSearch } from 'wouter/use-browser-location';
import { goToPage, siteAddress } from '../browser/page-address.ts';
import { documentOf } from './document-of.ts';
import { usePageValue, type PageScope } from '../page-scope.ts';

/** The page's path while prerendering, where there is no address. */
export const PrerenderPath = createContext<string | undefined>(undefined);

export interface NavigateOptions {
  readonly replace?: boolean;
  /** Stored in the history entry. */
  readonly state?: object;
}

export type Navigate = (to: string, options?: NavigateOptions) => void;

/**
 * The login screen is a document of its own: third-party scripts that may run there end with it, and no other screen has its
 * content security policy. The screens without payments are such documents too: their policy excludes banks.
 */
function createNavigate(page: PageScope): Navigate {
  const stepBack = page.get(createStepBack);
  const goTo: Navigate = (to, options) => {
    // `history.back()` is under way and removes the entry that was to be replaced, so `replace` is not passed on.
    if (stepBack.next) stepBack.next = () => goTo(to, { ...(options?.state && { state: options.state }) });
    else if (documentOf(to) === documentOf(location.pathname)) goInPage(siteAddress(to) ?? '/', options);
    else goToPage(to, options?.replace === true ? 'replace' : 'assign');
  };
  return goTo;
}

export function useNavigate(): Navigate {
  return usePageValue(createNavigate);
}

export interface LinkProps {
  href: string;
  children: ReactNode;
  className?: string;
  'aria-current'?: 'page' | undefined;
}

/** A plain press navigates in the page; a press for a new tab or window is left to the browser. */
export function Link({ href, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  function press(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
  }
  return (
    <a href={href} {...rest} onClick={press}>
      {children}
    </a>
  );
}

/** The path without query, as in the route table. */
export function usePath(): string {
  const ssrPath = use(PrerenderPath);
  return usePathname(ssrPath === undefined ? undefined : { ssrPath });
}

/** Empty in the prerendered page and during hydration, so that both agree. */
export function useUrlQuery(): URLSearchParams {
  return new URLSearchParams(useSearch({ ssrSearch: '' }));
}

/** Back to the previous page; a page opened directly goes to `fallback`. */
export function useGoBack(fallback = '/'): () => void {
  const navigate = useNavigate();
  return () => {
    if (history.length > 1) history.back();
    else navigate(fallback, { replace: true });
  };
}

/** The `history.back()` by which back-guard.ts removes the history entry of its guards. */
export interface StepBack {
  /**
   * Set until that call has taken effect. An address pushed before would be removed too, so its navigation waits here and
   * runs afterwards.
   */
  next: (() => void) | null;
}

export const createStepBack = (): StepBack => ({ next: null });
