import type { StartUpStep } from './run-in-order.ts';

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
