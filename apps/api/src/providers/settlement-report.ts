import type { ProviderNumber, ReportLine, ReportZone, SettlementDay, SettlementHabit } from '@jawhara/domain';

/** A row by its column names in lower case, such as "action id". Empty where the report has no such column. */
export type ReportRow = (column: string) => string;

/** How to read a provider's own report of captured and returned money. */
export interface SettlementReport {
  readonly provider: ProviderNumber;
  /** The provider's name of the report. */
  readonly name: string;
  /** Without these columns it is another report. */
  readonly needs: readonly string[];
  readonly habit: SettlementHabit;
  /** The time zone of its times and days, unless the operator sets another. */
  readonly zone: string;
  /** The lines that one row stands for; every row has at least one. */
  linesOf(row: ReportRow, zone: ReportZone): ReportLine[];
}

export interface ReportFile {
  /** The provider's file name: reading the same file again replaces what was read before. */
  readonly name: string;
  open(): Promise<ReadableStream<Uint8Array>>;
}

export type FoundReports =
  | { readonly kind: 'found'; readonly files: readonly ReportFile[] }
  | { readonly kind: 'not-there'; readonly why: string };

/** Where a provider's reports are fetched. Without one, an operator loads the files. */
export interface ReportSource {
  reportsOf(day: SettlementDay, zone: ReportZone): Promise<FoundReports>;
}

/** A report of half a million rows takes minutes on a slow line. */
const DOWNLOAD_MAX_MS = 15 * 60_000;

/** Streams a provider's file. Our key is sent to this address and to no other. */
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
