import { isIP } from 'node:net';
import { buildAddress } from '../platform/restate-deployments.ts';

/** The tasks of this process: serve the site (web), process orders (worker), or both (all). */
export type Role = 'web' | 'worker' | 'all';

const ANSWERS = { web: true, worker: false, all: true } as const satisfies Record<Role, boolean>;
const CARRIES_ON = { web: false, worker: true, all: true } as const satisfies Record<Role, boolean>;

interface RunningSettings {
  readonly ROLE: Role;
  readonly LISTEN_HOST: string;
  readonly API_PORT?: number | undefined;
  readonly FLOW_PORT?: number | undefined;
  readonly FLOW_URL?: string | undefined;
  readonly FLOW_REGISTRATION: 'self' | 'release';
  readonly BUILD: string;
  readonly RESTATE_IDENTITY_KEYS: readonly string[];
}

/** The addresses at which this process listens; a part is null if the role of the process does not have it. */
export interface Running {
  readonly role: Role;
  readonly host: string;
  readonly apiPort: number | null;
  readonly flows: {
    readonly port: number;
    /** The address of this build. Every build has one of its own, so that work that was started on a build also ends on it. */
    readonly url: string;
    readonly registersItself: boolean;
  } | null;
  readonly build: string;
  readonly identityKeys: readonly string[];
}

export function isLoopback(host: string): boolean {
  return host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function needed(port: number | undefined, name: string, role: Role): number {
  if (port === undefined) throw new Error(`missing or wrong in the environment: ${name} (ROLE is ${role})`);
  return port;
}

function flowsOf(env: RunningSettings): Running['flows'] {
  if (!CARRIES_ON[env.ROLE]) return null;
  const port = needed(env.FLOW_PORT, 'FLOW_PORT', env.ROLE);
  // Without signatures anybody who can reach the port could mark an order as paid, so only loopback is allowed then.
  if (!isLoopback(env.LISTEN_HOST) && env.RESTATE_IDENTITY_KEYS.length === 0)
    throw new Error(
      'missing or wrong in the environment: RESTATE_IDENTITY_KEYS (LISTEN_HOST is not loopback)',
    );
  return {
    port,
    url: buildAddress(env.FLOW_URL ?? `http://127.0.0.1:${port}`, env.BUILD),
    registersItself: env.FLOW_REGISTRATION === 'self',
  };
}

export function runningOf(env: RunningSettings): Running {
  return {
    role: env.ROLE,
    host: env.LISTEN_HOST,
    apiPort: ANSWERS[env.ROLE] ? needed(env.API_PORT, 'API_PORT', env.ROLE) : null,
    flows: flowsOf(env),
    build: env.BUILD,
    identityKeys: env.RESTATE_IDENTITY_KEYS,
  };
}
