import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processPart } from '../../stack/part.ts';
import { freePorts, isPortInUse } from '../../stack/ports.ts';
import { findNginx } from '../nginx-part.ts';

export interface RunningNginx {
  readonly url: string;
  stop(): Promise<void>;
}

/** nginx with a few lines inside its `http` block, to test these lines alone. */
export async function startNginx(inside: (port: number) => readonly string[]): Promise<RunningNginx> {
  const dir = mkdtempSync(join(tmpdir(), 'small-nginx-'));
  const [port = 0] = await freePorts(1);
  const file = join(dir, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(
    file,
    [
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      `pid ${dir}/nginx.pid;`,
      `error_log ${dir}/error.log;`,
      'events {}',
      'http {',
      'access_log off;',
      ...temporary.map((name) => `${name}_temp_path ${dir}/${name};`),
      ...inside(port),
      '}',
    ].join('\n'),
  );
  const part = processPart({
    name: 'nginx',
    command: findNginx(),
    args: ['-p', dir, '-c', file],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: join(dir, 'nginx.log'),
    stopSignal: 'SIGTERM',
    isReady: () => isPortInUse(port),
  });
  await part.start();
  await part.ready();
  return {
    url: `http://127.0.0.1:${port}/`,
    async stop() {
      await part.stop();
      rmSync(dir, { recursive: true });
    },
  };
}
