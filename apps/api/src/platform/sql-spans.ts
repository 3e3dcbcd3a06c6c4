import { inChildSpan, isTracing } from './tracing.ts';

/** The driver's statement: a promise that is sent when it is first awaited. A fragment of another statement never is. */
interface Statement extends Promise<unknown> {
  readonly executed: boolean;
  handle(): Promise<void>;
}

const TEXT_MAX = 300;

const isTemplate = (value: unknown): value is TemplateStringsArray => Array.isArray(value) && 'raw' in value;

/** The statement as the code has it: its values are not in it. */
function textOf(strings: TemplateStringsArray): string {
  return strings.join('$').replaceAll(/\s+/g, ' ').trim().slice(0, TEXT_MAX);
}

function sendInSpan(statement: Statement, strings: TemplateStringsArray): Statement {
  const send = statement.handle.bind(statement);
  statement.handle = () => {
    if (statement.executed) return Promise.resolve();
    const text = textOf(strings);
    const [verb = ''] = text.split(' ', 1);
    const settled = inChildSpan(`sql ${verb}`, { 'db.query.text': text }, () => {
      void send();
      // The driver's own `then` would send it again.
      return Promise.prototype.then.call(statement, () => {});
    });
    // Its failure is its caller's.
    settled.catch(() => {});
    return Promise.resolve();
  };
  return statement;
}

/** The same pool or transaction, with a span for each statement while tracing is on. */
export function withSqlSpans<Sql extends object>(sql: Sql): Sql {
  if (!isTracing()) return sql;
  return new Proxy(sql, {
    apply(target, self, args: readonly unknown[]) {
      const made: unknown = Reflect.apply(target as (...all: unknown[]) => unknown, self, args);
      const [strings] = args;
      return isTemplate(strings) ? sendInSpan(made as Statement, strings) : made;
    },
  });
}
