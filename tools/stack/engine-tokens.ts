import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Tokens for the proxy in front of a development engine. They are valid nowhere else. */
export const DEVELOPMENT_ENGINE_TOKENS = {
  ingress: 'jawhara-development-engine-ingress-token',
  admin: 'jawhara-development-engine-admin-token',
} as const;

export interface EngineTokens {
  readonly ingress: string;
  readonly admin: string;
}

/** The files of token digests that deploy/engines/haproxy.cfg reads, by the names of its settings. */
export function engineTokenFiles(
  dir: string,
  tokens: EngineTokens,
): { readonly INGRESS_TOKENS: string; readonly ADMIN_TOKENS: string } {
  mkdirSync(dir, { recursive: true });
  const write = (name: string, token: string): string => {
    const file = join(dir, name);
    writeFileSync(file, `${createHash('sha256').update(token).digest('hex')}\n`);
    return file;
  };
  return {
    INGRESS_TOKENS: write('ingress-tokens', tokens.ingress),
    ADMIN_TOKENS: write('admin-tokens', tokens.admin),
  };
}
