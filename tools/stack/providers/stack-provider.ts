import type { StackUrls } from '../profiles.ts';

export type Environment = Readonly<Record<string, string>>;

/** A provider on a developer's machine. Its keys are valid only at the sandbox there. */
export interface StackProvider {
  /** Settings for the server and the sandbox: the same keys, from both sides. */
  readonly environment: (urls: Pick<StackUrls, 'api' | 'sandbox'>) => Environment;
  /** A name that occurs only in the code of its card fields and that no minifier can change; null if it has no fields. */
  readonly codeSign: string | null;
}
