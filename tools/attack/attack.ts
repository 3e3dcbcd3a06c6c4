/** `npm run attack`: attacks the built site behind the real nginx, and shows by planted weaknesses that each attack would find one. */
import { writeResults } from '../test/results.ts';
import { STAGES } from './attacks.ts';
import type { Attack } from './attack-kind.ts';
import { readArguments } from './read-arguments.ts';
import { findPlanted, runAttack } from './run-attack.ts';
import { withoutVisitors, type Target } from './target/target.ts';
import { startTarget } from './target/start-target.ts';

const FINDINGS_SHOWN = 40;
const startedAt = Date.now();
const failures: string[] = [];
let passed = 0;

const seconds = (sinceMs: number): string => `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`;

function say(line: string): void {
  console.log(`[${seconds(startedAt).padStart(7)}] ${line}`);
}

function count(failure: string | null): void {
  if (failure === null) passed += 1;
  else failures.push(failure);
}

async function attackSite(attack: Attack, target: Target): Promise<void> {
  const { name } = attack;
  const startedAtMs = Date.now();
  try {
    const { held, findings } = await runAttack(attack, target, say);
    say(`${name}: ${held} held, ${findings.length} found (${seconds(startedAtMs)})`);
    for (const finding of findings.slice(0, FINDINGS_SHOWN)) console.log(`             FOUND ${finding}`);
    if (findings.length > FINDINGS_SHOWN)
      console.log(`             and ${findings.length - FINDINGS_SHOWN} more`);
    count(findings.length === 0 ? null : `${name}: ${findings.length} found, the first: ${findings[0]}`);
  } catch (fault) {
    say(`${name}: broke off: ${String(fault)}`);
    count(`${name} broke off: ${String(fault)}`);
  }
}

async function searchPlanted(attack: Attack, target: Target): Promise<void> {
  for (const plant of attack.plants) {
    const what = `${attack.name}, planted: ${plant.weakness}`;
    const startedAtMs = Date.now();
    const report = await findPlanted(attack, plant, target).catch((fault: unknown) => {
      say(`  ${what}: broke off: ${String(fault)}`);
      return null;
    });
    say(`  ${what}: ${report === null ? 'NOT FOUND' : 'found'} (${seconds(startedAtMs)})`);
    count(report === null ? `${what}: not found` : null);
  }
}

async function attackInTurn(attacks: readonly Attack[], target: Target): Promise<void> {
  for (const attack of attacks) {
    const own = attack.tool === 'browser' ? target : withoutVisitors(target);
    await attackSite(attack, own);
    await searchPlanted(attack, own);
  }
}

async function attackAll(stages: typeof STAGES, basePort: number | undefined): Promise<void> {
  const { target, stop } = await startTarget({ say, ...(basePort === undefined ? {} : { basePort }) });
  try {
    for (const lanes of stages) await Promise.all(lanes.map((attacks) => attackInTurn(attacks, target)));
  } finally {
    await stop();
  }
}

const { only, basePort } = readArguments(process.argv.slice(2));
const isWanted = ({ name }: Attack): boolean => only === null || name.includes(only);
const stages = STAGES.map((lanes) => lanes.map((attacks) => attacks.filter(isWanted)));
try {
  if (stages.flat(2).length === 0) throw new Error(`no attack is called ${only}`);
  await attackAll(stages, basePort);
} catch (fault) {
  console.error(fault);
  count(`broke off: ${String(fault)}`);
}
say('done');
writeResults('attack', { passed, failed: failures.length, failures });
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
