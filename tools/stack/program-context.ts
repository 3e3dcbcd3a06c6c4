import type { StackPorts, StackUrls } from './profiles.ts';
import type { Environment } from './providers/stack-provider.ts';

export interface ProgramContext {
  readonly urls: StackUrls;
  readonly ports: StackPorts;
  /** The folder for this run's data. */
  readonly dir: string;
  readonly env: Environment;
  readonly logsDir: string;
  readonly reloads: boolean;
  /** Another checkout whose web and worker processes start first; by default this one. */
  readonly machinesFrom?: string;
}
