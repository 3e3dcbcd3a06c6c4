import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createCoinPay, findRecipient, listGemPacks } from '@jawhara/contract';
import { processPart, type Part } from '../tools/stack/part.ts';
import { REPOSITORY } from '../tools/stack/repository.ts';
import { startStack, type Stack } from '../tools/stack/start-stack.ts';
import { answersOk } from '../tools/stack/wait-until.ts';
import { pressHard, type Call, type Slice } from './press-hard.ts';

const ROUNDS = 4;
const WARM_UP_MS = 800;
/** Timers that would fire in somebody else's slice are put off beyond the end. */
const ENV = {
  ASK_PROVIDER_AFTER_MS: '600000',
  ORDER_EXPIRES_AFTER_MS: '3600000',
  SWEEP_EVERY_MS: '60000',
  LOOKUPS_PER_MINUTE: '100000000',
  LOG_LEVEL: 'warn',
};

interface Race {
  readonly name: string;
  readonly callers: number;
  readonly sliceMs: number;
  /** The share of the bare speed we must keep: about half of what was measured, so that noise does not fail it. */
  readonly floor: number;
  readonly ours: () => Promise<Call> | Call;
  readonly bare: () => Promise<Call> | Call;
  readonly isGood: (answer: string) => boolean;
}

const startedAt = Date.now();
const say = (line: string): void =>
  console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s] ${line}`);
const stack = await startStack({ profile: 'bench', parts: ['sandbox', 'api'], env: ENV, say });
const barePorts = { flow: stack.ports.site + 40, read: stack.ports.site + 41 };
const bare = bareShop(stack);
let isSlow = true;
try {
  await bare.start();
  await bare.ready();
  // Both sides are paid by the provider's answer; its webhooks would all go to one of them.
  await control('webhooks', { lossRate: 1 });
  isSlow = await raceAll(races(stack));
} finally {
  await bare.stop();
  await stack.stop();
}
process.exit(isSlow ? 1 : 0);

function bareShop({ env, logsDir }: Stack): Part {
  return processPart({
    name: 'bare shop',
    command: process.execPath,
    args: ['bench/bare-shop.ts'],
    cwd: REPOSITORY,
    env: { ...env, BARE_FLOW_PORT: String(barePorts.flow), BARE_READ_PORT: String(barePorts.read) },
    logFile: join(logsDir, 'bare-shop.log'),
    isReady: () => answersOk(`http://127.0.0.1:${barePorts.read}/healthz`),
  });
}

async function control(path: string, body: object): Promise<unknown> {
  const answer = await fetch(`${stack.urls.sandbox}/_control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status}`);
  return answer.json();
}

function races({ urls }: Stack): Race[] {
  const json = { 'content-type': 'application/json' };
  const bareReads = `http://127.0.0.1:${barePorts.read}`;
  const token = async (): Promise<string> =>
    ((await control('tokens', { scenario: 'approve' })) as { token: string }).token;
  const device = { cookie: `jawhara_device=${'b'.repeat(64)}` };
  const recipient = (): number => 1001 + Math.floor(Math.random() * 6);
  const flow = {
    name: 'purchase, 16 callers',
    callers: 16,
    sliceMs: 3_000,
    floor: 0.1,
    isGood: (answer: string) => /paid|delivered/.test(answer),
    ours: async (): Promise<Call> => ({
      url: `${urls.api}${createCoinPay.path}`,
      method: 'POST',
      headers: { ...json, ...device, 'x-request-id': randomUUID() },
      body: JSON.stringify({
        recharge_id: 'gems-1060',
        uid: recipient(),
        pay_type: 23,
        platform_data: JSON.stringify({ token: await token() }),
        source: 1,
      }),
    }),
    bare: async (): Promise<Call> => ({
      url: `http://127.0.0.1:${barePorts.flow}/`,
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        rechargeId: 'gems-1060',
        recipientId: recipient(),
        token: await token(),
        requestId: randomUUID(),
      }),
    }),
  };
  const isGood = (answer: string): boolean => answer.startsWith('{"result":0');
  return [
    flow,
    { ...flow, name: 'purchase, 1 caller', callers: 1, sliceMs: 1_500 },
    {
      name: 'look-up, 16 callers',
      callers: 16,
      sliceMs: 1_000,
      floor: 0.25,
      isGood,
      ours: () => ({
        url: `${urls.api}${findRecipient.path}?display_id=5048213&source=1`,
        method: 'GET',
        headers: device,
      }),
      bare: () => ({ url: `${bareReads}/look-up?display_id=5048213`, method: 'GET' }),
    },
    {
      name: 'pack list, 16 callers',
      callers: 16,
      sliceMs: 1_000,
      floor: 0.35,
      isGood,
      ours: () => ({
        url: `${urls.api}${listGemPacks.path}`,
        method: 'POST',
        headers: { ...json, ...device },
        body: '{"uid":1001,"source":1}',
      }),
      bare: () => ({ url: `${bareReads}/packs`, method: 'POST', headers: json, body: '{"uid":1001}' }),
    },
  ];
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Ours and bare take turns, so that whatever else the machine does falls on both. */
async function raceAll(all: readonly Race[]): Promise<boolean> {
  const lines = [
    ['', 'ours /s', 'bare /s', 'kept', 'floor', 'ours p50/p99 ms', 'bare p50/p99 ms', 'p50 ratio'],
  ];
  const slow: string[] = [];
  for (const race of all) {
    say(race.name);
    const ours: Slice[] = [];
    const bares: Slice[] = [];
    for (const side of ['ours', 'bare'] as const)
      await pressHard(race.callers, WARM_UP_MS, race[side], race.isGood);
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await pressHard(race.callers, race.sliceMs, race.ours, race.isGood));
      bares.push(await pressHard(race.callers, race.sliceMs, race.bare, race.isGood));
    }
    const kept = median(ours.map((slice, round) => slice.perSecond / (bares[round]?.perSecond ?? 1)));
    const longer = median(ours.map((slice, round) => slice.p50Ms / (bares[round]?.p50Ms ?? 1)));
    if (kept < race.floor) slow.push(race.name);
    const of = (slices: readonly Slice[], key: keyof Slice): number =>
      median(slices.map((slice) => slice[key]));
    const times = (slices: readonly Slice[]): string =>
      `${of(slices, 'p50Ms').toFixed(1)} / ${of(slices, 'p99Ms').toFixed(1)}`;
    lines.push([
      race.name,
      of(ours, 'perSecond').toFixed(0),
      of(bares, 'perSecond').toFixed(0),
      `${(kept * 100).toFixed(0)} %`,
      `${(race.floor * 100).toFixed(0)} %`,
      times(ours),
      times(bares),
      longer.toFixed(1),
    ]);
  }
  const widths =
    lines[0]?.map((_cell, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  for (const line of lines)
    console.log(`  ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
  console.log(
    `bench: ${all.length - slow.length} of ${all.length} keep their floor${slow.length > 0 ? `; too slow: ${slow.join(', ')}` : ''}`,
  );
  return slow.length > 0;
}
