import { appendFileSync } from 'node:fs';
import type postgres from 'postgres';
import { afterAll, vi } from 'vitest';

/** A setup file of the tests: writes every statement that they send into the file that `npm run explain -- --record` names. */
const FRAMING = /^\s*(begin|commit|rollback|savepoint|release)\b/i;

const file = process.env['RECORD_STATEMENTS'] ?? '/dev/null';
const sent = new Map<string, object>();

vi.mock('postgres', async (importOriginal) => {
  const { default: connect } = await importOriginal<{ default: typeof postgres }>();
  const recording = (url: string, options: object) =>
    connect(url, {
      ...options,
      // Without prepared statements the driver asks for the types of all parameters each time.
      prepare: false,
      debug: (_connection, text, parameters, types) => {
        // The driver fills these arrays with the texts and types while it sends the statement.
        if (!FRAMING.test(text)) sent.set(text, { text, parameters, types });
      },
    });
  return { default: Object.assign(recording, connect) };
});

afterAll(() => {
  for (const statement of sent.values()) appendFileSync(file, `${JSON.stringify(statement)}\n`);
  sent.clear();
});
