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
