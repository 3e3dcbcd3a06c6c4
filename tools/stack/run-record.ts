import type { Part } from './part.ts';

/** What a run has started so far and how to undo it, so that a failure half-way leaves nothing either. */
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

  /** Last started, first stopped. An interrupted run stops the same way as a finished one. */
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
