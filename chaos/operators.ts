import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { REPOSITORY } from '../tools/stack/repository.ts';
import type { Stack } from '../tools/stack/start-stack.ts';
import { pick, seededChance, wholeBetween, type Chance } from './seeded-chance.ts';

export const OPERATOR_KINDS = ['operator-refunds', 'two-operators-refund', 'operator-kills-check'] as const;

export type OperatorKind = (typeof OPERATOR_KINDS)[number];

export interface Operators {
  /** How often each command succeeded. */
  played(): ReadonlyMap<OperatorKind, number>;
  stop(): Promise<void>;
}

interface OperatorWorld {
  readonly stack: Stack;
  readonly sql: Sql;
  readonly seed: number;
  readonly trouble: (fault: unknown) => void;
}

/** The pause between commands. Each command starts a process, so more of them would slow down the payers. */
const PAUSE_MS = 2_500;
const DONE = 0;
const REFUSED = 1;
const FAULT = 4;

interface Ended {
  readonly code: number;
  readonly text: string;
}

/** Runs the operator's command line with the development key. */
function runCommand({ stack }: OperatorWorld, words: readonly string[]): Promise<Ended> {
  const argv = [join(REPOSITORY, 'apps/api/src/program/ops.ts'), ...words];
  return new Promise((ended) => {
    execFile(process.execPath, argv, { env: { ...stack.env } }, (error, stdout, stderr) => {
      const code = typeof error?.code === 'number' ? error.code : DONE;
      ended({ code, text: `${stdout}${stderr}` });
    });
  });
}

/** Delivered orders without a refund of ours, newest first. */
async function refundable({ sql }: OperatorWorld): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from orders where state = 'delivered' and not exists (select from refunds where order_id = orders.id)
    order by created_at desc, id limit 40`;
  return rows.map(({ id }) => id);
}

function refundWords(chance: Chance, orderId: string): string[] {
  const amount = chance() < 0.5 ? [] : ['--amount', `0.${wholeBetween(chance, 11, 98)}`];
  return ['order', 'refund', orderId, ...amount, '--why', 'chaos', '--yes'];
}

/** Ids of order checks that fail at this moment, as `ops flows stuck` lists them. */
async function failingChecks(world: OperatorWorld): Promise<string[]> {
  const { text } = await runCommand(world, ['flows', 'stuck']);
  return text.split('\n').flatMap((line) => (/\blook\b/.test(line) ? (/\binv_\w+/.exec(line) ?? []) : []));
}

/**
 * Plays operators who act while payers pay and faults strike: they refund orders, also two operators the same order, and kill
 * failing order checks. The checks after the run include this money, to the cent.
 */
export function startOperators(world: OperatorWorld): Operators {
  const chance = seededChance(world.seed);
  const played = new Map<OperatorKind, number>();
  const shift = { isOver: false };

  // A command may be refused, if the money has gone back meanwhile, and may fail, if the database or the engine is down.
  const judge = (kind: OperatorKind, ended: readonly Ended[]): void => {
    for (const { code, text } of ended)
      if (![DONE, REFUSED, FAULT].includes(code))
        world.trouble(`an operator's command ended with ${code}: ${text}`);
    if (ended.some(({ code }) => code === DONE)) played.set(kind, (played.get(kind) ?? 0) + 1);
  };

  async function refund(operators: 1 | 2): Promise<void> {
    const orders = await refundable(world).catch(() => []);
    if (orders.length === 0) return;
    const orderId = pick(chance, orders);
    const commands = Array.from({ length: operators }, () => refundWords(chance, orderId));
    const ended = await Promise.all(commands.map((words) => runCommand(world, words)));
    judge(operators === 1 ? 'operator-refunds' : 'two-operators-refund', ended);
  }

  async function killCheck(): Promise<void> {
    const checks = await failingChecks(world);
    if (checks.length === 0) return;
    const words = ['flows', 'kill', pick(chance, checks), '--why', 'chaos', '--yes'];
    judge('operator-kills-check', [await runCommand(world, words)]);
  }

  async function work(): Promise<void> {
    while (!shift.isOver) {
      await refund(chance() < 0.5 ? 1 : 2);
      await killCheck();
      await sleep(PAUSE_MS);
    }
  }

  const working = work().catch(world.trouble);
  return {
    played: () => played,
    async stop() {
      shift.isOver = true;
      await working;
    },
  };
}
