import { readSiteConfig as readSiteConfigCall } from '@jawhara/contract';
import { answer } from '../http/answer.ts';
import type { Route } from '../http/route.ts';
import type { Db } from '../platform/postgres.ts';
import { readSiteConfig, type ConfigFacts } from './read-site-config.ts';

export function siteConfigRoutes(route: Route, { db, ...facts }: ConfigFacts & { readonly db: Db }): void {
  route(readSiteConfigCall, async ({ caller }) => answer(await readSiteConfig(db, facts, caller)));
}
