/** Addresses of this run's shop. */
export interface Addresses {
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly logsDir: string;
  /** The folder of uploaded files, each under its key. */
  readonly filesDir: string;
}

const NAME = 'JAWHARA_E2E_SHOP';

/** Stored in the environment: Playwright's workers inherit it from the process that starts the run. */
export function tellAddresses(addresses: Addresses): void {
  process.env[NAME] = JSON.stringify(addresses);
}

/** True if the caller named a running shop: the run then starts and stops none. */
export function hasRunningShop(): boolean {
  return process.env[NAME] !== undefined;
}

export function shop(): Addresses {
  return JSON.parse(process.env[NAME] ?? '{}') as Addresses;
}
