import * as v from 'valibot';
import type { Clock } from '../../platform/clock.ts';
import { PROVIDER_TIMEOUT_MS, type SocialProof } from './social-proof.ts';

export interface FacebookApp {
  readonly apiUrl: string;
  readonly appId: string;
  readonly appSecret: string;
}

const debugTokenSchema = v.object({
  data: v.object({
    app_id: v.optional(v.string()),
    user_id: v.optional(v.string()),
    is_valid: v.boolean(),
    /** Seconds; 0 for a token that does not end. */
    expires_at: v.optional(v.number(), 0),
  }),
});

/**
 * Asks the provider about a token. A token of another app or another person is as good as none. It carries no nonce, and its
 * script hands the same one out again for as long as it lives, so it cannot be used up: the provider's own word at every
 * sign-in protects it, and that it is sent by POST alone, stored nowhere and in no log.
 */
export async function checkAccessToken(
  app: FacebookApp,
  now: Clock,
  { userId, accessToken }: { readonly userId: string; readonly accessToken: string },
): Promise<SocialProof> {
  const query = new URLSearchParams({
    input_token: accessToken,
    access_token: `${app.appId}|${app.appSecret}`,
  });
  let body: unknown;
  try {
    const response = await fetch(`${app.apiUrl}/debug_token?${query.toString()}`, {
      signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
      redirect: 'error',
    });
    // Never about the token: its state comes with a 200. This is our own key, a limit or an outage.
    if (!response.ok) return { kind: 'away' };
    body = await response.json();
  } catch {
    return { kind: 'away' };
  }
  const parsed = v.safeParse(debugTokenSchema, body);
  if (!parsed.success) return { kind: 'away' };
  const { app_id, user_id, is_valid, expires_at } = parsed.output.data;
  const isLive = is_valid && (expires_at === 0 || expires_at * 1000 > now().getTime());
  if (!isLive || app_id !== app.appId || user_id !== userId) return { kind: 'refused' };
  return { kind: 'proven', subject: userId, singleUse: null };
}
