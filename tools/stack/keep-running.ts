import type { Part } from './part.ts';

const LOOK_EVERY_MS = 500;
const DELAY_MS = { first: 1_000, longest: 30_000 };
/** A part that ran this long counts as recovered: its next restart has the shortest delay again. */
const RECOVERED_AFTER_MS = 60_000;

type SupervisedPart = Pick<Part, 'name' | 'logFile' | 'endedBy' | 'start' | 'stop'>;

export interface Keeping {
  readonly delayMs: number;
  readonly startAgainAt: number | undefined;
  readonly startedAt: number;
}

export const keepingFrom = (now: number): Keeping => ({
  delayMs: DELAY_MS.first,
  startAgainAt: undefined,
  startedAt: now,
});

/**
 * Decides after each check whether a part is started again. It is, once it has been away for its delay; a reload is shorter. The
 * delay doubles with every restart, so a program that cannot start is tried five times in the first minute and twice in each
 * later one.
 */
export function look(keeping: Keeping, isEnded: boolean, now: number): Keeping & { readonly isDue: boolean } {
  const { delayMs, startAgainAt, startedAt } = keeping;
  if (!isEnded) {
    const isRecovered = now - startedAt >= RECOVERED_AFTER_MS;
    const nextDelayMs = isRecovered ? DELAY_MS.first : delayMs;
    return { delayMs: nextDelayMs, startAgainAt: undefined, startedAt, isDue: false };
  }
  if (startAgainAt === undefined) return { ...keeping, startAgainAt: now + delayMs, isDue: false };
  if (now < startAgainAt) return { ...keeping, isDue: false };
  const nextDelayMs = Math.min(delayMs * 2, DELAY_MS.longest);
  return { delayMs: nextDelayMs, startAgainAt: undefined, startedAt: now, isDue: true };
}

/** Restarts parts that ended by themselves, until the returned function is called; it resolves once no further start is possible. */
export function keepRunning(
  parts: readonly SupervisedPart[],
  say: (line: string) => void,
): () => Promise<void> {
  const keepings = parts.map((part) => ({ part, keeping: keepingFrom(Date.now()) }));
  let isOver = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const lookAtAll = async (): Promise<void> => {
    for (const supervision of keepings) {
      if (isOver) return;
      const how = supervision.part.endedBy();
      const { isDue, ...keeping } = look(supervision.keeping, how !== undefined, Date.now());
      supervision.keeping = keeping;
      if (isDue) await startAgain(supervision.part, how ?? '', say);
    }
  };
  const next = (): void => {
    timer = setTimeout(() => {
      round = lookAtAll().finally(() => isOver || next());
    }, LOOK_EVERY_MS);
    timer.unref();
  };
  next();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await round;
  };
}

async function startAgain(part: SupervisedPart, how: string, say: (line: string) => void): Promise<void> {
  try {
    // A dead group leader may have left children behind that hold its port.
    await part.stop();
    await part.start();
    say(`${part.name} ended (${how}), started again; see ${part.logFile}`);
  } catch (fault) {
    say(`${part.name} ended (${how}) and did not start again: ${String(fault)}`);
  }
}
