import type { BrowserContext } from 'playwright-core';
import type { Certificate } from './certificate.ts';
import type { Stranger } from './stranger.ts';
import type { Secrets } from './secrets.ts';

/** The target of all attacks: the built site behind nginx, the API behind that, and a stranger's server that records its requests. */
export interface Target {
  /** The site's own name, and the name of its backup host. */
  readonly host: string;
  readonly backupHost: string;
  /** The ports on which nginx serves https and plain http. */
  readonly port: number;
  readonly plainPort: number;
  /** The same edge in front of an API that is down. */
  readonly deadApiPort: number;
  readonly sandboxUrl: string;
  /**
   * The app's pages in the app stores, from the shop's settings: jumpAppStore navigates there a second after the start, which a
   * slow visit sees.
   */
  readonly storeUrls: readonly string[];
  readonly databaseUrl: string;
  readonly certificate: Certificate;
  readonly stranger: Stranger;
  readonly secrets: Secrets;
  /** Logs of the edge and of our programs, without the sandbox's. */
  logFiles(): readonly string[];
  /** A browser context for a new visitor; it resolves the names of the site, its neighbour and the stranger, and no others. */
  openVisitor(): Promise<BrowserContext>;
  /** Routes browsers that open the site to this port from now on, so that a weak server can take the place of the real one. */
  leadVisitorsTo(port: number): void;
  /** Starts another nginx for this site with the given number of connections. */
  startEdge(options: SpareEdgeOptions): Promise<SpareEdge>;
}

export interface SpareEdgeOptions {
  readonly name: string;
  readonly connections: number;
  /** Changes its configuration. */
  readonly change?: (conf: string) => string;
}

export interface SpareEdge {
  readonly port: number;
  readonly plainPort: number;
  stop(): Promise<void>;
}

/** The target of wire attacks: their weak servers must not divert the browsers of an attack that runs at the same time. */
export function withoutVisitors(target: Target): Target {
  return {
    ...target,
    leadVisitorsTo: () => {},
    openVisitor: () => Promise.reject(new Error('an attack on the wire opens no browser')),
  };
}
