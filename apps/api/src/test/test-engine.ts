import { inject } from 'vitest';
import type { EngineAddress } from '../platform/restate-admin.ts';

/** The engine of this test run, without a proxy in front of it. */
export function testEngine(): { readonly ingress: EngineAddress; readonly admin: EngineAddress } {
  return {
    ingress: { url: inject('restateIngressUrl'), token: null },
    admin: { url: inject('restateAdminUrl'), token: null },
  };
}
