import { stored } from './stored.ts';

/** A request that left, or was about to leave, and whose answer never came. Holds no token and nothing of a card. */
export interface PendingRequest {
  readonly requestId: string;
  readonly sentAtMs: number;
}

export const storedPendingRequest = stored<PendingRequest>({
  key: 'pending_request',
  parse: (json) => {
    if (typeof json !== 'object' || json === null) return null;
    const { request_id: requestId, sent_at: sentAtMs } = json as Record<string, unknown>;
    if (typeof requestId !== 'string' || typeof sentAtMs !== 'number') return null;
    return { requestId, sentAtMs };
  },
  format: (pending) => ({ request_id: pending.requestId, sent_at: pending.sentAtMs }),
});
