export interface LoggedEvent {
  readonly name: string;
  readonly atMs: number;
  readonly fields: Record<string, unknown>;
}

const LOGGED_MAX = 200;

const logged: LoggedEvent[] = [];

/** Events of this page since it was opened, oldest first; past the limit the oldest are dropped. */
export function eventLog(): readonly LoggedEvent[] {
  return logged;
}

export function logEvent(event: LoggedEvent): void {
  logged.push(event);
  if (logged.length > LOGGED_MAX) logged.shift();
}
