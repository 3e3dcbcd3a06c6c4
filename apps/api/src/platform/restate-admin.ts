/**
 * An address of the engine, for calls or for administration, and the token that the proxy in front of it requires. The
 * engine itself requires none.
 */
export interface EngineAddress {
  readonly url: string;
  /** Null if there is no proxy: on loopback, in development. */
  readonly token: string | null;
}

/** The header for the proxy, which removes it so that the engine does not store it with the call. */
export function engineHeaders({ token }: EngineAddress): Readonly<Record<string, string>> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** Reads failing and stuck work from the engine's admin API. Only files in platform/ use the engine directly. */

/** `waiting`: other work of the same object runs or waits before it. */
export type FlowStatus = 'paused' | 'backing-off' | 'running' | 'waiting';

/** An unfinished invocation of a handler. Most that are listed make no progress. */
export interface TroubledFlow {
  readonly id: string;
  readonly key: string;
  readonly event: string;
  readonly status: FlowStatus;
  readonly tries: number;
  readonly nextTryAt: Date | null;
  readonly beganAt: Date;
  /**
   * The step that failed last, and the first line of its error. The error may contain the step's input, so it is shown
   * to operators but not logged.
   */
  readonly step: string | null;
  readonly failure: string | null;
}

export interface FlowTrouble {
  readonly flows: readonly TroubledFlow[];
  /** False if there were more than could be read. Flows that are missing in the list must then not count as recovered. */
  readonly isAll: boolean;
}

interface FlowRow {
  readonly id: string;
  readonly target_service_key: string;
  readonly target_handler_name: string;
  readonly status: string;
  readonly retry_count?: number;
  readonly next_retry_at?: string;
  readonly running_at?: string;
  readonly created_at: string;
  readonly last_failure?: string;
  readonly last_failure_related_command_name?: string;
}

const TIMEOUT_MS = 5_000;
const FLOWS_READ_MAX = 1_000;
/** Handlers are short, so one that runs longer than this will not end by itself. */
export const LONG_RUN_MS = 5 * 60_000;

const FLOW_STATUSES: ReadonlyMap<string, FlowStatus> = new Map([
  ['paused', 'paused'],
  ['backing-off', 'backing-off'],
  ['pending', 'waiting'],
  ['scheduled', 'waiting'],
  ['ready', 'waiting'],
]);

function flowOf(row: FlowRow): TroubledFlow {
  return {
    id: row.id,
    key: row.target_service_key,
    event: row.target_handler_name,
    status: FLOW_STATUSES.get(row.status) ?? 'running',
    tries: row.retry_count ?? 0,
    nextTryAt: row.next_retry_at === undefined ? null : new Date(row.next_retry_at),
    beganAt: new Date(row.running_at ?? row.created_at),
    step: row.last_failure_related_command_name ?? null,
    failure: row.last_failure?.split('\n', 1)[0] ?? null,
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const COLUMNS = `id, target_service_key, target_handler_name, status, retry_count, next_retry_at, running_at, created_at,
      last_failure, last_failure_related_command_name`;

/** Unfinished invocations of this object that meet the condition, the oldest first. Null when the engine does not answer. */
async function unfinishedFlows(
  admin: EngineAddress,
  objectName: string,
  condition: string,
): Promise<FlowTrouble | null> {
  const query = `
    select ${COLUMNS}
    from sys_invocation
    where target_service_name = ${quoted(objectName)} and status <> 'completed' and (${condition})
    order by created_at limit ${FLOWS_READ_MAX}`;
  try {
    const answer = await fetch(`${admin.url}/query`, {
      method: 'POST',
      headers: { ...engineHeaders(admin), 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!answer.ok) return null;
    const { rows } = (await answer.json()) as { readonly rows: readonly FlowRow[] };
    return { flows: rows.map(flowOf), isAll: rows.length < FLOWS_READ_MAX };
  } catch {
    return null;
  }
}

/**
 * Invocations of this object that are paused, have failed at least once, or have run for minutes. Null when the engine
 * does not answer.
 */
export function troubledFlows(admin: EngineAddress, objectName: string): Promise<FlowTrouble | null> {
  const ranLong = `running_at < now() - interval '${LONG_RUN_MS / 1000} seconds'`;
  return unfinishedFlows(admin, objectName, `status = 'paused' or retry_count > 1 or ${ranLong}`);
}

/** Every unfinished invocation for one key, also those that wait until another ends. Null when the engine does not answer. */
export async function flowsOfKey(
  admin: EngineAddress,
  objectName: string,
  key: string,
): Promise<readonly TroubledFlow[] | null> {
  const found = await unfinishedFlows(admin, objectName, `target_service_key = ${quoted(key)}`);
  return found?.flows ?? null;
}

export type FlowCommandResult = 'done' | 'not-there' | 'engine-away';

async function tellFlow(
  admin: EngineAddress,
  id: string,
  what: 'resume' | 'kill',
): Promise<FlowCommandResult> {
  try {
    const answer = await fetch(`${admin.url}/invocations/${encodeURIComponent(id)}/${what}`, {
      method: 'PATCH',
      headers: engineHeaders(admin),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (answer.ok) return 'done';
    return answer.status >= 500 ? 'engine-away' : 'not-there';
  } catch {
    return 'engine-away';
  }
}

/** Continues a paused invocation; one that waits for its next retry runs now. */
export function resumeFlow(admin: EngineAddress, id: string): Promise<FlowCommandResult> {
  return tellFlow(admin, id, 'resume');
}

/** Ends an invocation. Its finished steps stay done, and the object's next event runs. */
export function killFlow(admin: EngineAddress, id: string): Promise<FlowCommandResult> {
  return tellFlow(admin, id, 'kill');
}
