import type { FastifyInstance } from 'fastify';
import type { ScenarioSection } from '../scenario-page.ts';
import type { ApiOutage } from './api-outage.ts';
import type { Timers } from './timers.ts';
import type { PostOptions } from './webhook-post.ts';
import type { Webhooks } from './webhooks.ts';

/** What every played provider is given. */
export interface World {
  readonly app: FastifyInstance;
  readonly now: () => number;
  readonly timers: Timers;
  /** Where browsers find this world. Known once it listens. */
  readonly publicUrl: () => string;
  readonly firstOutage: Partial<ApiOutage>;
  readonly sendWebhooks: (webhooks: Pick<PostOptions, 'url' | 'headersFor' | 'isAccepted'>) => Webhooks;
  /** Everything everywhere as on the first day. */
  readonly resetAll: () => void;
}

/** A provider that stands in the world, with its routes and its controls. */
export interface FurnishedProvider {
  clear(): void;
  /** What pages of a local site may call: beginnings of addresses. */
  readonly browserPaths: readonly string[];
  /** Its part of the page with the test cards. */
  readonly section: ScenarioSection;
}
