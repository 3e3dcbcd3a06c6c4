import { inject } from 'vitest';
import type { EngineAddress } from '../platform/restate-admin.ts';

/** The engine of this run, without a proxy before it. */
export function testEngine(): { readonly ingress: EngineAddress; readonly admin: EngineAddress } {
  return {
    ingress: { url: inject('restateIngressUrl'), token: null },
    admin: { url: inject('restateAdminUrl'), token: null },
  };
}
