import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ProviderNumber } from '@jawhara/domain';
import type { ReportFile, ReportSource, SettlementReport } from '../providers/settlement-report.ts';

/** The deployment's access to a provider's reports. */
export interface KnownReport {
  readonly report: SettlementReport;
  /** Null: an operator fetches the reports and passes the file. */
  readonly source: ReportSource | null;
}

export interface ReportSources {
  of(provider: ProviderNumber): KnownReport;
}

export interface LocalReportFile {
  readonly name: string;
  readonly path: string;
}

/** Downloads a provider's files to this machine for the time of the work: a slow line must not hold a transaction open. */
export async function withSavedFiles<T>(
  files: readonly ReportFile[],
  work: (saved: readonly LocalReportFile[]) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'jawhara-report-'));
  try {
    const saved: LocalReportFile[] = [];
    for (const [place, file] of files.entries()) {
      const path = join(directory, `${place}.csv`);
      await pipeline(Readable.from(await file.open()), createWriteStream(path, { mode: 0o600 }));
      saved.push({ name: file.name, path });
    }
    return await work(saved);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** A file that an operator passes is identified by its name, whatever its directory. */
export function localReportFile(path: string): LocalReportFile {
  return { name: basename(path), path };
}
