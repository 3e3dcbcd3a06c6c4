import type { StackPorts, StackUrls } from './profiles.ts';
import type { Environment } from './providers/stack-provider.ts';

export interface ProgramContext {
  readonly urls: StackUrls;
  readonly ports: StackPorts;
  /** Of this run, for what it keeps. */
  readonly dir: string;
  readonly env: Environment;
  readonly logsDir: string;
  readonly reloads: boolean;
  /** Another checkout whose web and worker processes run first; absent: this one's. */
  readonly machinesFrom?: string;
}
