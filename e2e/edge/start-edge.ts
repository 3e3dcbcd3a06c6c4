import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nginxPart } from '../../tools/edge/nginx-part.ts';
import { selfSigned } from '../../tools/edge/self-signed.ts';
import { freePorts } from '../../tools/stack/ports.ts';
import { httpUrl, portsFrom } from '../../tools/stack/profiles.ts';
import { REPOSITORY } from '../../tools/stack/repository.ts';
import { shop } from '../addresses.ts';

export interface Edge {
  readonly url: string;
  /** Plain http, beside https. */
  readonly plainUrl: string;
  stop(): Promise<void>;
}

const APPLE_FILE_TEXT = 'what Apple gave us\n';

/** A real nginx with the generated configuration, in front of this run's API and site. */
export async function startEdge(
  how: 'https' | 'behind-balancer',
  more: Readonly<Record<string, string>> = {},
): Promise<Edge> {
  const dir = mkdtempSync(join(tmpdir(), 'jawhara-edge-'));
  const [port = 0, plainPort = 0] = await freePorts(2);
  const { key, certificate } = selfSigned(dir);
  const appleFile = join(dir, 'apple');
  writeFileSync(appleFile, APPLE_FILE_TEXT);
  const { apiUrl, sandboxUrl, siteUrl } = shop();
  const ports = portsFrom(Number(new URL(siteUrl).port));
  const tls = {
    EDGE_TLS_CERTIFICATE: certificate,
    EDGE_TLS_KEY: key,
    EDGE_REDIRECT_LISTEN: `127.0.0.1:${plainPort}`,
  };
  const url = `${how === 'https' ? 'https' : 'http'}://127.0.0.1:${port}`;
  const part = nginxPart({
    dir,
    siteDir: join(REPOSITORY, 'apps/web/dist'),
    port,
    env: {
      API_URL: apiUrl,
      ROOMS_URL: [ports.rooms1, ports.rooms2].map(httpUrl).join(','),
      SITE_URL: 'https://127.0.0.1',
      FIELDS_SCRIPT_ORIGINS: sandboxUrl,
      FIELDS_ORIGINS: sandboxUrl,
      SIGN_IN_SCRIPT_ORIGINS: sandboxUrl,
      SIGN_IN_ORIGINS: sandboxUrl,
      APPLE_DOMAIN_FILE: appleFile,
      ...(how === 'https' ? tls : { EDGE_TRUSTED_PROXIES: '127.0.0.1' }),
      ...more,
    },
  });
  await part.start();
  await part.ready();
  return {
    url,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    async stop() {
      await part.stop();
      rmSync(dir, { recursive: true });
    },
  };
}
