import type { FastifyInstance } from 'fastify';
import type { MerchantSessions } from '../apple-pay/merchant-session.ts';
import type { WalletTokens } from '../apple-pay/wallet-tokens.ts';
import type { GoogleTokens } from '../google-pay/google-tokens.ts';
import type { ScenarioSection } from '../scenario-page.ts';
import type { DeclineCode } from '../scenarios.ts';
import type { ApiOutage } from './api-outage.ts';
import type { Timers } from './timers.ts';
import type { PostOptions } from './webhook-post.ts';
import type { Webhooks } from './webhooks.ts';

/** The dependencies of every provider in the sandbox. */
export interface World {
  readonly app: FastifyInstance;
  readonly now: () => number;
  readonly timers: Timers;
  /** Where browsers find this world. Known once it listens. */
  readonly publicUrl: () => string;
  readonly firstOutage: Partial<ApiOutage>;
  /** The wallet of whoever tries things: its tokens can be opened by every provider that takes wallets. */
  readonly walletTokens: WalletTokens;
  readonly merchantSessions: MerchantSessions;
  /** Google's cards: each is sealed for one provider. */
  readonly googleTokens: GoogleTokens;
  readonly sendWebhooks: (webhooks: Pick<PostOptions, 'url' | 'headersFor' | 'isAccepted'>) => Webhooks;
  /** Everything everywhere as on the first day. */
  readonly resetAll: () => void;
}

/** The environment; a name that is needed and missing stops the start. */
export interface WorldEnv {
  readonly has: (name: string) => boolean;
  readonly need: (name: string) => string;
  /** Keys of several lines travel in base64. */
  readonly needPem: (name: string) => string;
}

/**
 * All that the world knows of a provider before it is played; its folder exports one such value.
 * Its functions are methods, so that the value of one provider can stand for any: options go only to who read them.
 */
export interface SandboxProvider<Options = unknown> {
  /** Null: it is not played. */
  optionsIn(env: WorldEnv): Options | null;
  register(world: World, options: Options): RegisteredProvider;
  /** Everything it can refuse a payment with. */
  readonly refusals: readonly string[];
  /** A bank's answer, in this provider's words. */
  refusalOf(said: DeclineCode): { readonly code: string; readonly msg?: string };
}

/** A provider that stands in the world, with its routes and its controls. */
export interface RegisteredProvider {
  clear(): void;
  /** Paths that pages of a local site may call: beginnings of addresses. */
  readonly browserPaths: readonly string[];
  /** Its part of the page with the test cards. */
  readonly section: ScenarioSection;
}
