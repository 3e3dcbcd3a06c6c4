import type { Attack, Plant } from './attack-kind.ts';
import type { Target } from './target/target.ts';
import { ask } from './wire/ask.ts';

export interface AttackResult {
  readonly held: number;
  readonly findings: readonly string[];
}

export type Say = (line: string) => void;

const PROGRESS_EVERY_MS = 5_000;

/** A server that is down would withstand every attack, so it must still serve. */
async function assertServes(target: Target): Promise<void> {
  const answer = await ask(target, { path: '/robots.txt' });
  if (answer?.status !== 200) throw new Error(`the site does not serve: ${answer?.status ?? 'no answer'}`);
}

/** Runs all probes of an attack to the end. */
export async function runAttack({ name, run }: Attack, target: Target, say: Say): Promise<AttackResult> {
  let held = 0;
  const findings: string[] = [];
  const progress = setInterval(
    () => say(`  … ${name}: ${held + findings.length} tried, ${findings.length} found`),
    PROGRESS_EVERY_MS,
  );
  try {
    await assertServes(target);
    for await (const { tried, finding } of run(target)) {
      if (finding === null) held += 1;
      else findings.push(`${tried}: ${finding}`);
    }
    await assertServes(target);
  } finally {
    clearInterval(progress);
  }
  return { held, findings };
}

/** The attack's report of a planted weakness; null means that it would miss a real one. */
export async function findPlanted(attack: Attack, plant: Plant, target: Target): Promise<string | null> {
  const weak = await plant.start(target);
  try {
    for await (const { tried, finding } of attack.run(weak.target)) {
      const report = `${tried}: ${finding ?? ''}`;
      if (finding !== null && plant.reported.test(report)) return report;
    }
    return null;
  } finally {
    await weak.stop();
  }
}
