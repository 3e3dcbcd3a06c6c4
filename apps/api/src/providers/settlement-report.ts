import type { ProviderNumber, ReportLine, ReportZone, SettlementDay, SettlementHabit } from '@jawhara/domain';

/** A row by the names of its columns, in small letters: "action id". Empty where the report has no such column. */
export type ReportRow = (column: string) => string;

/** How to read a provider's own report of the money it took and gave back. */
export interface SettlementReport {
  readonly provider: ProviderNumber;
  /** As the provider calls it. */
  readonly name: string;
  /** Without these columns it is another report. */
  readonly needs: readonly string[];
  readonly habit: SettlementHabit;
  /** Where its times and its days are local to, unless the operator says otherwise. */
  readonly zone: string;
  /** All that the row says. It says something about every row. */
  linesOf(row: ReportRow, zone: ReportZone): ReportLine[];
}

export interface ReportFile {
  /** The provider's name of the file: read again, it takes the place of what was read before. */
  readonly name: string;
  open(): Promise<ReadableStream<Uint8Array>>;
}

export type FoundReports =
  | { readonly kind: 'found'; readonly files: readonly ReportFile[] }
  | { readonly kind: 'not-there'; readonly why: string };

/** Where a provider's reports are fetched from. One that has no such place gives files to people. */
export interface ReportSource {
  reportsOf(day: SettlementDay, zone: ReportZone): Promise<FoundReports>;
}

/** A report of half a million rows takes minutes on a slow line. */
const DOWNLOAD_MAX_MS = 15 * 60_000;

/** A provider's file as a stream. Our key goes to this address and to no other. */
export async function fetchFile(
  address: string,
  headers: Readonly<Record<string, string>>,
): Promise<ReadableStream<Uint8Array>> {
  const answer = await fetch(address, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(DOWNLOAD_MAX_MS),
  });
  if (!answer.ok || answer.body === null) {
    await answer.body?.cancel();
    throw new Error(`the report could not be fetched: status ${answer.status}`);
  }
  return answer.body;
}
