import { useSyncExternalStore } from 'react';
import { linkCredentials, subscribeToLinkCredentials, type LinkCredentials } from './link-credentials.ts';

/** Null in the prerendered markup and in the first paint over it. */
export function useLinkCredentials(): LinkCredentials | null {
  return useSyncExternalStore(subscribeToLinkCredentials, linkCredentials, () => null);
}
