import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEdgeSettings } from '../../apps/web/build/edge/edge-settings.ts';
import { edgeConf } from '../../apps/web/build/edge/edge-conf.ts';
import { inlineScriptsOf } from '../../apps/web/build/edge/read-site.ts';
import { processPart, type Part } from '../stack/part.ts';
import { isPortInUse } from '../stack/ports.ts';

export interface NginxOptions {
  /** An empty folder for configuration, logs and nginx's temporary files. */
  readonly dir: string;
  readonly siteDir: string;
  readonly port: number;
  /** The settings of docs/operations/edge.md. */
  readonly env: Readonly<Record<string, string>>;
  /** Connections of visitors and to the API together. */
  readonly connections?: number;
}

/** Five times the limit of one network, counting a request's connection to the API too. */
const CONNECTIONS = 4096;

const BROTLI = 'ngx_http_brotli_static_module.so';

/** Debian installs nginx outside an ordinary user's PATH. */
export function findNginx(): string {
  const found = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) =>
    existsSync(path),
  );
  if (found === undefined)
    throw new Error('no nginx here: install the packages nginx and libnginx-mod-http-brotli-static');
  return found;
}

/** The module's folder is a build option of nginx; some builds contain the module. */
function brotliModule(nginx: string): string[] {
  const said = spawnSync(nginx, ['-V'], { encoding: 'utf8' }).stderr;
  const modules = /--modules-path=(\S+)/.exec(said)?.[1];
  const file = modules === undefined ? '' : join(modules, BROTLI);
  return existsSync(file) ? [`load_module ${file};`] : [];
}

/** nginx.conf: includes the generated configuration, with the settings that nginx needs to run alone under the current user. */
function wholeConf(nginx: string, dir: string, connections: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const isRoot = process.getuid?.() === 0;
  return [
    ...brotliModule(nginx),
    // The workers must be able to read a site in a user's home folder.
    ...(isRoot ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${dir}/nginx.pid;`,
    `error_log ${dir}/nginx-error.log error;`,
    `worker_rlimit_nofile ${2 * connections + 512};`,
    `events { worker_connections ${connections}; }`,
    'http {',
    ...temporary.map((name) => `  ${name}_temp_path ${dir}/${name};`),
    `  include ${dir}/jawhara.conf;`,
    '}',
    '',
  ].join('\n');
}

/** nginx with the configuration that `npm run edge` writes, on loopback, not as a service. */
export function nginxPart({ dir, siteDir, port, env, connections = CONNECTIONS }: NginxOptions): Part {
  const nginx = findNginx();
  mkdirSync(dir, { recursive: true });
  const settings = readEdgeSettings({ EDGE_LISTEN: `127.0.0.1:${port}`, EDGE_LOG_DIR: dir, ...env }, siteDir);
  writeFileSync(join(dir, 'jawhara.conf'), edgeConf(settings, inlineScriptsOf(siteDir)));
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, wholeConf(nginx, dir, connections));
  const args = ['-p', dir, '-c', file];
  // nginx's own test (-t) names the wrong line; starting nginx would only report that it ended.
  execFileSync(nginx, [...args, '-t', '-q'], { stdio: 'pipe' });
  return processPart({
    name: 'nginx',
    command: nginx,
    args,
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: join(dir, 'nginx.log'),
    stopSignal: 'SIGTERM',
    isReady: () => isPortInUse(port),
  });
}
