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

/** Passed by the environment: workers inherit that of the run that starts them. */
export function tellAddresses(addresses: Addresses): void {
  process.env[NAME] = JSON.stringify(addresses);
}

/** Whether the caller named a shop that runs already; then none is started or stopped. */
export function hasRunningShop(): boolean {
  return process.env[NAME] !== undefined;
}

export function shop(): Addresses {
  return JSON.parse(process.env[NAME] ?? '{}') as Addresses;
}
