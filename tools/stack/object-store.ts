/** An object store for the engine's snapshots in chaos runs: `object-store.ts <port> <directory>`. */
import { mkdirSync } from 'node:fs';
import S3rver from 's3rver';
import { HOST } from './ports.ts';

const [port = '', directory = ''] = process.argv.slice(2);
mkdirSync(directory, { recursive: true });
const store = new S3rver({
  address: HOST,
  port: Number(port),
  directory,
  silent: true,
  configureBuckets: [{ name: 'engine', configs: [] }],
});
await store.run();
process.once('SIGTERM', () => process.exit(0));
