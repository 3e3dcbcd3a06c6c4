import { readReport, type ReportInfo } from '@jawhara/contract';
import { call } from './call.ts';
import { useQuery, type QueryResult } from './query-cache.ts';

const STATE_LASTS_MS = 5_000;

/** The state of a report of this device. A null number fetches nothing. */
export function useReport(reportNumber: string | null): QueryResult<ReportInfo> {
  const key = reportNumber === null ? null : `report ${reportNumber}`;
  return useQuery(key, () => call(readReport, { reportNumber: reportNumber ?? '' }), STATE_LASTS_MS);
}
