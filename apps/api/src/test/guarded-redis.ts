import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, HOST } from '../../../../tools/stack/ports.ts';
import { guardedRedis } from '../../../../tools/stack/redis.ts';

/** A Redis of a single test, with the configuration of deploy/redis: on one port without encryption, on another over TLS. */
export interface GuardedTestRedis {
  urlOf(user: 'web' | 'worker' | 'owner'): string;
  tlsUrlOf(user: 'web' | 'worker'): string;
  readonly ca: string;
  /** A certificate authority that did not sign this server's certificate. */
  readonly otherCa: string;
  stop(): Promise<void>;
}

function certificate(dir: string, name: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(dir, `${name}.pem`), join(dir, `${name}.key`)];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=IP:${HOST}`];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-nodes', '-days', '2', ...made, ...subject], { stdio: 'ignore' });
  return { cert, key };
}

export async function startGuardedRedis(): Promise<GuardedTestRedis> {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-redis-'));
  const [port = 0, tlsPort = 0] = await freePorts(2);
  const [own, other] = [certificate(dir, 'redis'), certificate(dir, 'other')];
  const tls = ['--tls-port', String(tlsPort), '--tls-cert-file', own.cert, '--tls-key-file', own.key];
  const { part, urlOf } = guardedRedis({ dir, port, args: [...tls, '--tls-auth-clients', 'no'] });
  await part.start();
  await part.ready();
  return {
    urlOf,
    tlsUrlOf: (user) => urlOf(user).replace('redis://', 'rediss://').replace(`:${port}`, `:${tlsPort}`),
    ca: readFileSync(own.cert, 'utf8'),
    otherCa: readFileSync(other.cert, 'utf8'),
    async stop() {
      await part.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
