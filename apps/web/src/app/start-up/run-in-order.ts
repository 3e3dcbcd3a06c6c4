export interface StartUpStep {
  readonly name: string;
  /** Longer than this the next step does not wait; what was begun may still end by itself. */
  readonly withinMs: number;
  /** Asks what `run` will need. All steps that are still to come ask at once, so that their questions go together. */
  readonly ask?: () => void;
  readonly run: () => void | Promise<void>;
}

export type ReportStartUpFailure = (step: string, cause: unknown) => void;

async function ranInTime({ name, withinMs, run }: StartUpStep): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} took longer than ${withinMs} ms`)), withinMs);
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function askAll(steps: readonly StartUpStep[], report: ReportStartUpFailure): void {
  for (const { name, ask } of steps) {
    try {
      ask?.();
    } catch (cause) {
      report(name, cause);
    }
  }
}

/** One step after the other, in their order. A step that fails or hangs is reported and never stops the next one. */
export async function runInOrder(steps: readonly StartUpStep[], report: ReportStartUpFailure): Promise<void> {
  const firstToAsk = steps.findIndex(({ ask }) => ask !== undefined);
  for (const [place, step] of steps.entries()) {
    if (place === firstToAsk) askAll(steps, report);
    try {
      await ranInTime(step);
    } catch (cause) {
      report(step.name, cause);
    }
  }
}

/** A step that is about an answer: asked for with those of the others, taken when its turn comes. */
export function askingStep<Answer>(parts: {
  readonly name: string;
  readonly withinMs: number;
  readonly ask: () => Promise<Answer>;
  readonly run: (answer: Promise<Answer>) => Promise<void>;
}): StartUpStep {
  let answering: Promise<Answer> | null = null;
  const ask = (): Promise<Answer> => {
    const answer = parts.ask();
    // Whoever runs it hears of a failure; before that it must not count as one that nobody handles.
    answer.catch(() => undefined);
    return answer;
  };
  return {
    name: parts.name,
    withinMs: parts.withinMs,
    ask: () => void (answering = ask()),
    run: () => parts.run(answering ?? ask()),
  };
}
