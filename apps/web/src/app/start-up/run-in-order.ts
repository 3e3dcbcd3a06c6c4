export interface StartUpStep {
  readonly name: string;
  /** The next step waits no longer than this; the step itself may still finish. */
  readonly withinMs: number;
  /** Sends the requests that `run` needs. All steps still to come send theirs at once, so that they go in one batch. */
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

/** Runs the steps one after the other, in their order. A step that fails or hangs is reported and never stops the next one. */
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

/** A step that needs an answer: requested together with those of the other steps, used when its turn comes. */
export function askingStep<Answer>(parts: {
  readonly name: string;
  readonly withinMs: number;
  readonly ask: () => Promise<Answer>;
  readonly run: (answer: Promise<Answer>) => Promise<void>;
}): StartUpStep {
  let answering: Promise<Answer> | null = null;
  const ask = (): Promise<Answer> => {
    const answer = parts.ask();
    // `run` handles a failure; until then it must not count as an unhandled rejection.
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
