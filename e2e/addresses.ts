/** Where the parts of this run's shop are. */
export interface Addresses {
  readonly siteUrl: string;
  readonly apiUrl: string;
  readonly sandboxUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly logsDir: string;
  /** What people have sent us lies here, under its key. */
  readonly filesDir: string;
}

const NAME = 'JAWHARA_E2E_SHOP';

/** Workers begin with the environment of the run that started them. */
export function tellAddresses(addresses: Addresses): void {
  process.env[NAME] = JSON.stringify(addresses);
}

/** Somebody said where a shop runs already: nothing is started then, and nothing stopped. */
export function isTold(): boolean {
  return process.env[NAME] !== undefined;
}

export function shop(): Addresses {
  return JSON.parse(process.env[NAME] ?? '{}') as Addresses;
}
