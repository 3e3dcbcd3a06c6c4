import { engineHeaders, type EngineAddress } from './restate-admin.ts';

/** Every build has an address of its own, so that work that was started on a build also ends on that build. */
export const buildPath = (build: string): string => `/b/${build}`;

export function buildAddress(base: string, build: string): string {
  return `${base.endsWith('/') ? base.slice(0, -1) : base}${buildPath(build)}`;
}

/** Deployments of flows in the engine, and the work that is pinned to each. */

export interface Deployment {
  readonly id: string;
  readonly url: string;
  /** The name of the build, which is the last part of its address. */
  readonly build: string;
  /** True if new work starts on this deployment. */
  readonly isNewest: boolean;
  /**
   * The number of unfinished invocations that started on this deployment, by status. Timers are not counted: they start
   * on the newest.
   */
  readonly pinned: Readonly<Record<string, number>>;
  readonly since: Date;
}

const TIMEOUT_MS = 10_000;

async function ask(
  admin: EngineAddress,
  method: string,
  path: string,
  body?: object,
): Promise<Response | null> {
  try {
    return await fetch(`${admin.url}${path}`, {
      method,
      headers: { ...engineHeaders(admin), accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch {
    return null;
  }
}

async function rows<Row>(admin: EngineAddress, query: string): Promise<readonly Row[] | null> {
  const answer = await ask(admin, 'POST', '/query', { query });
  if (answer === null || !answer.ok) return null;
  return ((await answer.json()) as { rows: Row[] }).rows;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const buildOf = (url: string): string => /\/b\/([^/]+)$/.exec(url)?.[1] ?? url;

interface PinnedRow {
  readonly id: string;
  readonly status: string;
  readonly n: number;
}

/** Every deployment that serves or has served flows of this object. Null when the engine does not answer. */
async function deploymentsOf(
  admin: EngineAddress,
  objectName: string,
): Promise<readonly Deployment[] | null> {
  const [known, newest, pinned] = await Promise.all([
    rows<{ id: string; endpoint: string; created_at: string }>(
      admin,
      'select id, endpoint, created_at from sys_deployment order by created_at',
    ),
    rows<{ deployment_id: string }>(
      admin,
      `select deployment_id from sys_service where name = ${quoted(objectName)}`,
    ),
    rows<PinnedRow>(
      admin,
      `select pinned_deployment_id as id, status, count(*) as n from sys_invocation
       where target_service_name = ${quoted(objectName)} and status <> 'completed' and pinned_deployment_id is not null
       group by pinned_deployment_id, status`,
    ),
  ]);
  if (known === null || newest === null || pinned === null) return null;
  return known.map(({ id, endpoint, created_at }) => {
    const url = endpoint.replace(/\/$/, '');
    const own = pinned.filter((row) => row.id === id);
    return {
      id,
      url,
      build: buildOf(url),
      isNewest: newest.some(({ deployment_id }) => deployment_id === id),
      pinned: Object.fromEntries(own.map(({ status, n }) => [status, n])),
      since: new Date(created_at),
    };
  });
}

/** `refused`: the engine could not register the build, with its reason. Usually no server answers at the build's address. */
export type Registered =
  | { readonly kind: 'done' }
  | { readonly kind: 'engine-away' }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * `again` makes a known address the newest again, under its old id. It is safe only because the code behind an address
 * never changes: a new build has a new address and is registered with `first`.
 */
export async function registerDeployment(
  admin: EngineAddress,
  url: string,
  how: 'first' | 'again',
): Promise<Registered> {
  const answer = await ask(admin, 'POST', '/deployments', { uri: url, force: how === 'again' });
  if (answer === null) return { kind: 'engine-away' };
  const text = await answer.text();
  return answer.ok ? { kind: 'done' } : { kind: 'refused', why: text.slice(0, 300) };
}

/** The engine removes a deployment even if flows still need it: the caller must check that none does. */
async function removeDeployment(admin: EngineAddress, id: string): Promise<boolean> {
  const answer = await ask(admin, 'DELETE', `/deployments/${encodeURIComponent(id)}?force=true`);
  await answer?.body?.cancel();
  return answer?.ok ?? false;
}

/** The functions of the engine that a release uses, for one object. */
export function releaseDesk(admin: EngineAddress, objectName: string) {
  return {
    deployments: () => deploymentsOf(admin, objectName),
    register: (url: string, how: 'first' | 'again') => registerDeployment(admin, url, how),
    remove: (id: string) => removeDeployment(admin, id),
  };
}
