import type { Part } from './part.ts';

/** The parts that a run has started and how to undo each, so that a failed start leaves nothing behind. */
export class RunRecord {
  readonly parts: Part[] = [];
  readonly #undo: (() => Promise<void> | void)[] = [];
  #undoing: Promise<void> | undefined;

  constructor() {
    process.on('SIGINT', this.#interrupted).on('SIGTERM', this.#interrupted);
  }

  started(part: Part): void {
    this.parts.push(part);
    this.#undo.push(() => part.stop());
  }

  atEnd(undo: () => Promise<void> | void): void {
    this.#undo.push(undo);
  }

  /** Stops in reverse order of starting. An interrupted run stops in the same way as a finished one. */
  readonly undo = (): Promise<void> => (this.#undoing ??= this.#undoAll());

  async #undoAll(): Promise<void> {
    for (const undo of this.#undo.toReversed()) await undo();
    process.off('SIGINT', this.#interrupted).off('SIGTERM', this.#interrupted);
  }

  readonly #interrupted = (signal: NodeJS.Signals): void => {
    this.undo().then(
      () => process.exit(signal === 'SIGINT' ? 130 : 143),
      (fault: unknown) => {
        console.error(fault);
        process.exit(1);
      },
    );
  };
}
