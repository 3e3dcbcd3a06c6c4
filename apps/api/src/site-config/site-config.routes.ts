import { readServerTime, readSiteConfig, type CheckoutComFields } from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { currentSettings } from './site-config.store.ts';

export function siteConfigRoutes(route: Route, deps: { db: Db; now: Clock; checkoutComFields: CheckoutComFields }): void {
  route(readSiteConfig, async () => {
    const settings = await currentSettings(deps.db);
    return answer({ websiteVersion: settings.websiteVersion, checkoutComFields: deps.checkoutComFields });
  });

  route(readServerTime, async () => answer({ ts: Math.floor(deps.now().getTime() / 1000) }));
}
