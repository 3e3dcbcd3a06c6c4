import { HOST } from './ports.ts';

export type ProfileName = 'dev' | 'test' | 'e2e' | 'chaos' | 'bench';
export type PartName =
  | 'postgres'
  | 'redis'
  | 'restate'
  | EngineName
  | 'sandbox'
  | 'api'
  | 'site'
  | RoomPartName
  | MachineName;

/** Two gateways, so that one may be killed; their own Redis; and a demo room that changes by itself. */
export type RoomPartName = 'rooms-redis' | 'rooms-1' | 'rooms-2' | 'demo-room';

/** Instead of `restate`: three nodes, any of which may be killed. */
export type EngineName = 'restate-n1' | 'restate-n2' | 'restate-n3';

/** Instead of `api`: two web and two worker processes behind a balancer. */
export type MachineName = 'balancer' | 'web-1' | 'web-2' | 'worker-1' | 'worker-2';

interface Profile {
  readonly basePort: number;
  readonly redisDatabase: number;
  /** Whether the run uses the services of this machine, or starts its own, because it kills them. */
  readonly services: 'shared' | 'private';
  /** Development keeps its data between runs; every other run starts empty. */
  readonly keepsData: boolean;
  /**
   * Whether programs restart when a file is saved, and parts that ended are started again. Other profiles kill parts on purpose.
   */
  readonly reloads: boolean;
}

export const PROFILES = {
  dev: { basePort: 4100, redisDatabase: 1, services: 'shared', keepsData: true, reloads: true },
  test: { basePort: 4200, redisDatabase: 2, services: 'shared', keepsData: false, reloads: false },
  e2e: { basePort: 4300, redisDatabase: 3, services: 'shared', keepsData: false, reloads: false },
  chaos: { basePort: 4400, redisDatabase: 4, services: 'private', keepsData: false, reloads: false },
  bench: { basePort: 4500, redisDatabase: 5, services: 'shared', keepsData: false, reloads: false },
} as const satisfies Record<ProfileName, Profile>;

export interface StackPorts {
  readonly site: number;
  readonly api: number;
  readonly flow: number;
  readonly metrics: number;
  readonly sandbox: number;
  readonly applePayGateway: number;
  readonly rooms1: number;
  readonly rooms2: number;
  readonly rooms1Metrics: number;
  readonly rooms2Metrics: number;
  readonly roomsRedis: number;
  readonly mail: number;
  readonly restateIngress: number;
  readonly restateAdmin: number;
  readonly restateNode: number;
  readonly postgres: number;
  readonly redis: number;
}

export function portsFrom(base: number): StackPorts {
  return {
    site: base,
    api: base + 1,
    flow: base + 2,
    metrics: base + 3,
    sandbox: base + 10,
    applePayGateway: base + 11,
    rooms1: base + 12,
    rooms2: base + 13,
    rooms1Metrics: base + 14,
    rooms2Metrics: base + 15,
    roomsRedis: base + 16,
    mail: base + 17,
    restateIngress: base + 20,
    restateAdmin: base + 21,
    restateNode: base + 22,
    postgres: base + 30,
    redis: base + 31,
  };
}

/** The ports, folder and databases of a run, which no other run may use at the same time. */
export interface Place {
  readonly ports: StackPorts;
  /** The folder below `.jawhara/`. */
  readonly directory: string;
  readonly database: string;
  readonly redisDatabase: number;
}

/** Of Redis's sixteen databases, the first that no profile uses; runs on other base ports use these. */
const FIRST_SPARE_REDIS_DATABASE = 6;
const SPARE_REDIS_DATABASES = 10;

/** Another base port gives another place, so that the same profile can run twice. */
export function placeOf(name: ProfileName, basePort: number = PROFILES[name].basePort): Place {
  const profile = PROFILES[name];
  const ports = portsFrom(basePort);
  if (basePort === profile.basePort)
    return { ports, directory: name, database: `jawhara_${name}`, redisDatabase: profile.redisDatabase };
  return {
    ports,
    directory: `${name}-${basePort}`,
    database: `jawhara_${name}_${basePort}`,
    redisDatabase: FIRST_SPARE_REDIS_DATABASE + (Math.floor(basePort / 100) % SPARE_REDIS_DATABASES),
  };
}

export interface StackUrls {
  readonly site: string;
  readonly api: string;
  readonly sandbox: string;
  readonly restateIngress: string;
  readonly restateAdmin: string;
  readonly database: string;
  readonly redis: string;
}

export const httpUrl = (port: number): string => `http://${HOST}:${port}`;
