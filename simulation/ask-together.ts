import type { Db } from '../apps/api/src/platform/postgres.ts';

/** A read whose rows come back as JSON: numbers, texts and booleans. Times would be texts, so no invariant reads one. */
export type Ask = <Rows extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: readonly unknown[]
) => Promise<Rows>;

interface Question {
  readonly text: ReturnType<Db>;
  answer(rows: never): void;
  fail(error: unknown): void;
}

/** Questions of one turn are sent as one statement: a history asks some five hundred, and most have no rows. */
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
