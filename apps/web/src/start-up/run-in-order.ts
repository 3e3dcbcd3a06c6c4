export interface StartUpStep {
  readonly name: string;
  readonly run: () => void | Promise<void>;
}

export type ReportStartUpFailure = (step: string, cause: unknown) => void;

/** One step after the other, in their order. A step that fails is reported and never stops the next one. */
export async function runInOrder(steps: readonly StartUpStep[], report: ReportStartUpFailure): Promise<void> {
  for (const { name, run } of steps) {
    try {
      await run();
    } catch (cause) {
      report(name, cause);
    }
  }
}
