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

/** The parts of the sandbox that its providers share. */
export interface World {
  readonly app: FastifyInstance;
  readonly now: () => number;
  readonly timers: Timers;
  /** The sandbox's address for browsers, known once it listens. */
  readonly publicUrl: () => string;
  readonly firstOutage: Partial<ApiOutage>;
  /** The tester's Apple Pay: every provider that accepts it can decrypt its tokens. */
  readonly walletTokens: WalletTokens;
  readonly merchantSessions: MerchantSessions;
  /** The tester's Google Pay: each token is encrypted for one provider. */
  readonly googleTokens: GoogleTokens;
  readonly sendWebhooks: (webhooks: Pick<PostOptions, 'url' | 'headersFor' | 'isAccepted'>) => Webhooks;
  /** Resets everything to its initial state. */
  readonly resetAll: () => void;
}

/** Reads the environment. A setting that is needed and missing stops the start. */
export interface WorldEnv {
  readonly has: (name: string) => boolean;
  readonly need: (name: string) => string;
  /** Reads a key of several lines, which the environment contains in base64. */
  readonly needPem: (name: string) => string;
}

/**
 * The facts about a provider before it is registered; its folder exports one such value. Its functions are methods, so
 * that TypeScript accepts every provider's value as the general type: a provider gets only options that it read itself.
 */
export interface SandboxProvider<Options = unknown> {
  /** Reads the provider's settings. Null: they are not set, so the provider is not simulated. */
  optionsIn(env: WorldEnv): Options | null;
  register(world: World, options: Options): RegisteredProvider;
  /** All its codes for refused payments. */
  readonly refusals: readonly string[];
  /** This provider's code and text for a decline of a bank. */
  refusalOf(said: DeclineCode): { readonly code: string; readonly msg?: string };
}

/** A registered provider, with its routes and its controls. */
export interface RegisteredProvider {
  clear(): void;
  /** Prefixes of the paths that pages of a local site may call. */
  readonly browserPaths: readonly string[];
  /** Its part of the page with the test cards. */
  readonly section: ScenarioSection;
}
