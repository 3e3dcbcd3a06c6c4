import type { BrowserContext } from 'playwright-core';
import type { Certificate } from './certificate.ts';
import type { Stranger } from './stranger.ts';
import type { Secrets } from './secrets.ts';

/** What is attacked: the built site behind nginx, the API behind that, and a stranger beside them who listens. */
export interface Target {
  /** The site's own name, and that of the host that stands in for it. */
  readonly host: string;
  readonly backupHost: string;
  /** Where nginx speaks https, and plain http. */
  readonly port: number;
  readonly plainPort: number;
  /** The same edge before an API that is gone. */
  readonly deadApiPort: number;
  readonly sandboxUrl: string;
  /** The app's pages in its stores, by the shop's own settings: jumpAppStore leads there a second after the start, which a slow visit sees. */
  readonly storeUrls: readonly string[];
  readonly databaseUrl: string;
  readonly certificate: Certificate;
  readonly stranger: Stranger;
  readonly secrets: Secrets;
  /** Of the edge and of our programs; the sandbox's own are a stranger's. */
  logFiles(): readonly string[];
  /** A browser of somebody new, which finds the site, its neighbour and the stranger by their names, and nothing else. */
  openVisitor(): Promise<BrowserContext>;
  /** Where browsers are led by the site's name from now on; a weak server takes the place of the real one so. */
  leadVisitorsTo(port: number): void;
  /** Another nginx of this site, with room for so many connections. */
  startEdge(options: SpareEdgeOptions): Promise<SpareEdge>;
}

export interface SpareEdgeOptions {
  readonly name: string;
  readonly connections: number;
  /** What is written otherwise in its configuration. */
  readonly change?: (conf: string) => string;
}

export interface SpareEdge {
  readonly port: number;
  readonly plainPort: number;
  stop(): Promise<void>;
}

/** For an attack on the wire: its weak servers must not lead away the visitors of a browser attack beside it. */
export function withoutVisitors(target: Target): Target {
  return {
    ...target,
    leadVisitorsTo: () => {},
    openVisitor: () => Promise.reject(new Error('an attack on the wire opens no browser')),
  };
}
