import { readReport, type ReportInfo } from '@jawhara/contract';
import { call } from './call.ts';
import { useQuery, type QueryResult } from './query-cache.ts';

const STATE_LASTS_MS = 5_000;

/** The state of a report of this device. */
export function useReport(reportNumber: string): QueryResult<ReportInfo> {
  return useQuery(`report ${reportNumber}`, () => call(readReport, { reportNumber }), STATE_LASTS_MS);
}
