import type { Db } from '../apps/api/src/platform/postgres.ts';

/**
 * Runs a query whose rows come back as JSON: numbers, texts and booleans. A time would become a text, so no invariant selects
 * one.
 */
export type Ask = <Rows extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Rows>;

interface Question {
  readonly text: ReturnType<Db>;
  answer(rows: never): void;
  fail(error: unknown): void;
}

/** Sends all queries of one turn as one statement, to save time: a history has some five hundred, and most return no rows. */
export function askTogether(db: Db): Ask {
  let questions: Question[] = [];
  const send = async (): Promise<void> => {
    const batch = questions;
    questions = [];
    try {
      const parts = batch.map(
        ({ text }, number) =>
          db`${number === 0 ? db`` : db`,`} (select coalesce(json_agg(one), '[]'::json) from (${text}) as one)`,
      );
      const [row] = await db<{ answers: unknown[] }[]>`select json_build_array(${parts as never}) as answers`;
      for (const [number, question] of batch.entries()) question.answer(row?.answers[number] as never);
    } catch (error) {
      for (const question of batch) question.fail(error);
    }
  };
  return (strings, ...values) =>
    new Promise((answer, fail) => {
      if (questions.length === 0) setImmediate(() => void send());
      questions.push({ text: db(strings as never, ...(values as never[])) as never, answer, fail });
    });
}
