import type { ReportZone, SettlementDay } from '@jawhara/domain';
import { fetchFile } from '../fetch-file.ts';
import type { FoundReports, ReportFile, ReportSource } from '../settlement-report.ts';
import { itemsIn, jsonIn } from './webhook-item.ts';

/** The event that tells where a report lies. */
export const REPORT_AVAILABLE = 'REPORT_AVAILABLE';

const FILE = /^settlement_detail_report_batch_\d{1,9}\.csv$/;

export interface AdyenReportSourceOptions {
  /** `https://ca-live.adyen.com`, `https://ca-test.adyen.com`. */
  readonly reportsUrl: string;
  readonly apiKey: string;
  /** Notifications of that type which were received in that time, as they came. */
  readonly told: (span: { readonly from: Date; readonly to: Date }) => Promise<readonly string[]>;
}

/** Addresses are fetched with our key: only ones under the provider's own host, and only of the report we read. */
function fileAt(address: string, reportsUrl: string): { name: string; address: string } | null {
  const root = `${reportsUrl.replace(/\/$/, '')}/reports/download/`;
  if (!URL.canParse(address)) return null;
  const { href, pathname, search } = new URL(address);
  const name = pathname.split('/').at(-1) ?? '';
  return href.startsWith(root) && search === '' && FILE.test(name) ? { name, address: href } : null;
}

export function adyenReports({ reportsUrl, apiKey, told }: AdyenReportSourceOptions): ReportSource {
  return {
    async reportsOf(day: SettlementDay, zone: ReportZone): Promise<FoundReports> {
      const bodies = await told(zone.daySpan(day));
      const addresses = bodies.flatMap((body) =>
        (itemsIn(jsonIn(body)) ?? [])
          .filter(({ eventCode }) => eventCode === REPORT_AVAILABLE)
          .flatMap(({ reason }) => fileAt(reason ?? '', reportsUrl) ?? []),
      );
      const files: ReportFile[] = addresses.map(({ name, address }) => ({
        name,
        open: () => fetchFile(address, { 'x-api-key': apiKey }),
      }));
      if (files.length > 0) return { kind: 'found', files };
      return { kind: 'not-there', why: 'Adyen has told of no Settlement details report on this day' };
    },
  };
}
