import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect, vi } from 'vitest';
import { freePorts } from '../../../../tools/stack/ports.ts';
import { PATIENCE_MS } from '../../../../tools/test/patience.ts';
import { openGate, type Gate } from './gate.ts';
import { openShop, type Shop } from './shop.ts';

export type Machine = 'web' | 'worker';

/** A shop whose programs are separate processes, so that a test can kill them at any moment. */
export interface KillableShop extends Shop {
  readonly gate: Gate;
  kill(machines: readonly Machine[]): Promise<void>;
  /** Starts the machines that were killed. */
  startAgain(machines: readonly Machine[]): Promise<void>;
}

const MAIN = new URL('../program/main.ts', import.meta.url).pathname;

/** Longer than any test, because a call that the test has stopped must not time out before the process is killed. */
const PATIENT = String(2 * PATIENCE_MS);

/** The longest time in which a whole program starts, perhaps while many others do. */
const STARTED_WITHIN_MS = 2 * PATIENCE_MS;

export async function openKillableShop(): Promise<KillableShop> {
  const shop = await openShop({ env: { SWEEP_EVERY_MS: '3600000' } });
  // The process that can be killed uses the address of this server.
  await shop.app.server.close();
  const gate = await openGate(shop.sandboxUrl);
  const [flowPort = 0, webMetrics = 0, workerMetrics = 0] = await freePorts(3);
  const settings = {
    ...shop.settings,
    SWEEP_EVERY_MS: '200',
    ADYEN_API_URL: `${gate.url}/adyen/v72`,
    DEMO_API_URL: `${gate.url}/demo/v1`,
    DATABASE_LOCK_TIMEOUT_MS: PATIENT,
    DATABASE_STATEMENT_TIMEOUT_MS: PATIENT,
    LOG_LEVEL: 'silent',
  };
  const machines = {
    web: { ROLE: 'web', METRICS_PORT: String(webMetrics) },
    worker: { ROLE: 'worker', METRICS_PORT: String(workerMetrics), FLOW_PORT: String(flowPort) },
  } as const;
  const running = new Map<Machine, ChildProcess>();
  const answers = async (url: string): Promise<void> =>
    vi.waitFor(async () => expect((await fetch(url)).ok).toBe(true), {
      timeout: STARTED_WITHIN_MS,
      interval: 50,
    });

  async function startAgain(names: readonly Machine[]): Promise<void> {
    for (const name of names) {
      const env = { ...settings, ...machines[name] };
      running.set(name, spawn(process.execPath, [MAIN], { stdio: 'ignore', env }));
    }
    for (const name of names) await answers(`http://127.0.0.1:${machines[name].METRICS_PORT}/healthz`);
    await answers(`${shop.apiUrl}/readyz`);
  }

  async function kill(names: readonly Machine[]): Promise<void> {
    const dying = names.map(async (name) => {
      const child = running.get(name);
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    });
    await Promise.all(dying);
  }

  await startAgain(['web', 'worker']);
  return {
    ...shop,
    gate,
    kill,
    startAgain,
    async close() {
      await kill(['web', 'worker']);
      await gate.close();
      await shop.close();
    },
  };
}
