import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { processPart, type Part } from '../stack/part.ts';
import { freePorts, HOST } from '../stack/ports.ts';
import { httpUrl } from '../stack/profiles.ts';
import { REPOSITORY } from '../stack/repository.ts';
import { answersOk } from '../stack/wait-until.ts';
import { RULES_FILE } from './watch-files.ts';

export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Debian's Prometheus with the configuration of deploy/watch; alerts go to a receiver here, as they would to Alertmanager. */
export interface Watcher {
  readonly part: Part;
  query(expr: string): Promise<Sample[]>;
  /** Names of the rules whose alert has been sent and not resolved. */
  firing(): ReadonlySet<string>;
  close(): void;
}

interface PostedAlert {
  readonly labels: { readonly alertname: string };
  readonly endsAt: string;
}

function receiver(port: number, open: Map<string, string>): Server {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (bytes: Buffer) => chunks.push(bytes));
    request.on('end', () => {
      response.end();
      // The chat's alerts come to the same address; only Prometheus posts here.
      if (!request.url?.startsWith('/api/v2/alerts')) return;
      const alerts = JSON.parse(Buffer.concat(chunks).toString() || '[]') as PostedAlert[];
      for (const { labels, endsAt } of alerts) open.set(labels.alertname, endsAt);
    });
  });
  return server.listen(port, HOST);
}

/** The deployed configuration with the addresses of this run; a short run also reads the metrics more often. */
function configuration(metrics: string, pager: string, everyS: number | null): string {
  const deployed = readFileSync(join(REPOSITORY, 'deploy/watch/prometheus.yaml'), 'utf8');
  const addressed = deployed
    .replace('[rules.yaml]', `[${RULES_FILE}]`)
    .replace("'127.0.0.1:9093'", `'${pager}'`)
    .replaceAll(/targets: \['\w[^\]]*:9464'\]/g, `targets: ['${metrics}']`);
  if (!addressed.includes(pager) || addressed.includes(':9464'))
    throw new Error('deploy/watch/prometheus.yaml has another form than the drill knows');
  return everyS === null ? addressed : addressed.replaceAll(/_interval: \d+s/g, `_interval: ${everyS}s`);
}

export interface WatcherOptions {
  readonly dir: string;
  readonly metricsPort: number;
  readonly pagerPort: number;
  /** Seconds between two reads of the metrics; null: as deployed. */
  readonly everyS: number | null;
}

export async function createWatcher({
  dir,
  metricsPort,
  pagerPort,
  everyS,
}: WatcherOptions): Promise<Watcher> {
  mkdirSync(dir, { recursive: true });
  const [port = 0] = await freePorts(1);
  const open = new Map<string, string>();
  const server = receiver(pagerPort, open);
  const config = join(dir, 'prometheus.yaml');
  writeFileSync(config, configuration(`${HOST}:${metricsPort}`, `${HOST}:${pagerPort}`, everyS));
  const part = processPart({
    name: 'prometheus',
    command: 'prometheus',
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(dir, 'series')}`,
      `--web.listen-address=${HOST}:${port}`,
    ],
    cwd: dir,
    env: { PATH: process.env['PATH'] ?? '' },
    logFile: join(dir, 'prometheus.log'),
    isReady: () => answersOk(`${httpUrl(port)}/-/ready`),
  });
  return {
    part,
    async query(expr) {
      const response = await fetch(`${httpUrl(port)}/api/v1/query`, {
        method: 'POST',
        body: new URLSearchParams({ query: expr }),
      });
      const answer = (await response.json()) as {
        status: string;
        error?: string;
        data: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
      if (answer.status !== 'success') throw new Error(`${expr}: ${answer.error}`);
      return answer.data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }));
    },
    firing: () =>
      new Set([...open].flatMap(([name, endsAt]) => (Date.parse(endsAt) > Date.now() ? [name] : []))),
    close: () => void server.close(),
  };
}
