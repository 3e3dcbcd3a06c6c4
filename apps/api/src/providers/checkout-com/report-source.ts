import type { ReportZone, SettlementDay } from '@jawhara/domain';
import * as v from 'valibot';
import { fetchFile } from '../fetch-file.ts';
import { sendOnce } from '../send-once.ts';
import type { FoundReports, ReportFile, ReportSource } from '../settlement-report.ts';

const PAGES_MAX = 50;
const PAGE_REPORTS = 100;
const ASK_TIMEOUT_MS = 30_000;
/** A day's report is made on the next day; a late one a little after. */
const MADE_WITHIN_MS = 4 * 24 * 3_600_000;

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,80}$/));
const reportSchema = v.object({
  id,
  from: v.pipe(v.string(), v.isoTimestamp()),
  to: v.pipe(v.string(), v.isoTimestamp()),
  files: v.array(v.object({ id, filename: v.pipe(v.string(), v.minLength(1), v.maxLength(300)) })),
});
const pageSchema = v.object({
  data: v.array(reportSchema),
  _links: v.optional(v.object({ next: v.optional(v.object({ href: v.string() })) })),
});

type Report = v.InferOutput<typeof reportSchema>;

export interface CheckoutComReportSourceOptions {
  readonly baseUrl: string;
  readonly secretKey: string;
}

/** The reports list is asked in pages; its own word for the next one is taken, the host it names is not. */
function nextToken(href: string | undefined): string | null {
  const query = href?.split('?', 2)[1];
  return query === undefined ? null : new URLSearchParams(query).get('pagination_token');
}

export function checkoutComReports({ baseUrl, secretKey }: CheckoutComReportSourceOptions): ReportSource {
  const headers = { authorization: `Bearer ${secretKey}` };
  const root = baseUrl.replace(/\/$/, '');

  async function page(query: URLSearchParams): Promise<v.InferOutput<typeof pageSchema> | string> {
    const wire = { baseUrl, timeoutMs: ASK_TIMEOUT_MS, fetch };
    const reply = await sendOnce(wire, `/reports?${query.toString()}`, { method: 'GET', headers });
    if (reply.kind === 'unknown') return reply.why;
    if (reply.status !== 200) return `status ${reply.status}`;
    const reading = v.safeParse(pageSchema, reply.json);
    return reading.success ? reading.output : 'an answer nobody can read';
  }

  function filesOf({ id: reportId, files }: Report): ReportFile[] {
    return files
      .filter(({ filename }) => /^financial-actions.*\.csv$/i.test(filename))
      .map((file) => ({
        name: file.filename,
        open: () => fetchFile(`${root}/reports/${reportId}/files/${file.id}`, headers),
      }));
  }

  return {
    async reportsOf(day: SettlementDay, zone: ReportZone): Promise<FoundReports> {
      const { from, to } = zone.daySpan(day);
      const query = new URLSearchParams({
        created_after: from.toISOString(),
        created_before: new Date(to.getTime() + MADE_WITHIN_MS).toISOString(),
        limit: String(PAGE_REPORTS),
      });
      const files: ReportFile[] = [];
      for (let pages = 0; pages < PAGES_MAX; pages += 1) {
        const answer = await page(query);
        if (typeof answer === 'string') return { kind: 'not-there', why: `Checkout.com: ${answer}` };
        const ofDay = answer.data.filter(
          (report) => new Date(report.from) < to && new Date(report.to) > from,
        );
        files.push(...ofDay.flatMap(filesOf));
        const token = nextToken(answer._links?.next?.href);
        if (token === null) break;
        query.set('pagination_token', token);
      }
      if (files.length > 0) return { kind: 'found', files };
      return { kind: 'not-there', why: 'Checkout.com has no Financial Actions report of this day yet' };
    },
  };
}
