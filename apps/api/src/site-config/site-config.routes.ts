import { readSiteConfig as readSiteConfigCall, type CheckoutComFields } from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import { readSiteConfig } from './read-site-config.ts';

export function siteConfigRoutes(
  route: Route,
  deps: { readonly db: Db; readonly checkoutComFields: CheckoutComFields },
): void {
  route(readSiteConfigCall, async ({ caller }) =>
    answer(await readSiteConfig(deps.db, deps.checkoutComFields, caller)),
  );
}
