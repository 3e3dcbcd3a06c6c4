/** The only file that knows the router. */
import type { ReactNode } from 'react';
import { Link as RouterLink, useLocation, useSearch } from 'wouter';

export interface LinkProps {
  href: string;
  children: ReactNode;
  className?: string;
  'aria-current'?: 'page' | undefined;
  'aria-label'?: string;
}

export function Link(props: LinkProps) {
  return <RouterLink {...props} />;
}

export type Navigate = (to: string, options?: { replace?: boolean }) => void;

export function useNavigate(): Navigate {
  return useLocation()[1];
}

/** The path without query, as in the route table. */
export function usePath(): string {
  return useLocation()[0];
}

export function useQuery(): URLSearchParams {
  return new URLSearchParams(useSearch());
}

/** Back where the visitor came from; a page opened directly goes to `fallback`. */
export function useGoBack(fallback = '/'): () => void {
  const navigate = useNavigate();
  return () => {
    if (history.length > 1) history.back();
    else navigate(fallback, { replace: true });
  };
}
