import type { StackUrls } from '../profiles.ts';

export type Environment = Readonly<Record<string, string>>;

/** One provider on a developer's machine. Its keys open nothing but the sandbox there. */
export interface StackProvider {
  /** What the server is told of it, and the sandbox: the same keys, from both sides. */
  readonly environment: (urls: Pick<StackUrls, 'api' | 'sandbox'>) => Environment;
  /** A name that only the code of its card fields has, and that no minifier can change. Null: it has no fields. */
  readonly codeSign: string | null;
}
