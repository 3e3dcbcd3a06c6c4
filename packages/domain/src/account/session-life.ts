import { SESSION_DAYS_MAX, SESSION_IDLE_DAYS_MAX, SESSION_USE_RECORDED_EVERY_MS } from '../limits.ts';

/** By what somebody proved who they are. */
export const LOGIN_KINDS = ['password', 'facebook', 'google', 'ticket', 'app'] as const;
export type LoginKind = (typeof LOGIN_KINDS)[number];

const DAY_MS = 24 * 3_600_000;

/** When a session ends that is not used again. A new key for it moves the first end, and never the second. */
export function sessionEnd(signedInAt: Date, lastUsedAt: Date): Date {
  return new Date(
    Math.min(
      lastUsedAt.getTime() + SESSION_IDLE_DAYS_MAX * DAY_MS,
      signedInAt.getTime() + SESSION_DAYS_MAX * DAY_MS,
    ),
  );
}

/** Whether a use is worth a write: the last one that was recorded is some minutes old. */
export function isUseDue(lastUsedAt: Date, now: Date): boolean {
  return now.getTime() - lastUsedAt.getTime() >= SESSION_USE_RECORDED_EVERY_MS;
}
