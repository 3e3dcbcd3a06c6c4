import {
  readServerTime,
  readSiteConfig as readSiteConfigCall,
  type CheckoutComFields,
} from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/postgres.ts';
import { readSiteConfig } from './read-site-config.ts';

export function siteConfigRoutes(
  route: Route,
  deps: { db: Db; now: Clock; checkoutComFields: CheckoutComFields },
): void {
  route(readSiteConfigCall, async () => answer(await readSiteConfig(deps.db, deps.checkoutComFields)));
  route(readServerTime, async () => answer({ ts: Math.floor(deps.now().getTime() / 1000) }));
}
