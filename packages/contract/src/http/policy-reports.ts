import type { PolicyViolation } from '@jawhara/domain';
import * as v from 'valibot';
import { codec, endpoint } from '../endpoint.ts';

/** More than a browser sends at once; a longer list is refused. */
const REPORTS_READ_MAX = 100;

const text = v.optional(v.pipe(v.string(), v.maxLength(8_000)), '');
const line = v.optional(v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))), null);

/** A single report, as `report-uri` sends it: Firefox, older Safari. */
const oldReport = v.pipe(
  v.object({
    'document-uri': text,
    'blocked-uri': text,
    'effective-directive': text,
    'violated-directive': text,
    'source-file': text,
    'line-number': line,
  }),
  v.transform((wire): PolicyViolation => ({
    page: wire['document-uri'],
    blocked: wire['blocked-uri'],
    directive: wire['effective-directive'] || wire['violated-directive'],
    source: wire['source-file'],
    line: wire['line-number'],
  })),
);

/** A list with reports of other kinds too, as `report-to` sends it: Chrome. */
const newReport = v.object({
  type: text,
  body: v.optional(
    v.nullable(
      v.object({
        documentURL: text,
        blockedURL: text,
        effectiveDirective: text,
        sourceFile: v.optional(v.nullable(v.string()), ''),
        lineNumber: line,
      }),
    ),
    null,
  ),
});

const VIOLATION = 'csp-violation';

const list = v.pipe(v.array(newReport), v.maxLength(REPORTS_READ_MAX));
/** A form carries a list as JSON text. */
const reportList = v.union([list, v.pipe(v.string(), v.maxLength(60_000), v.parseJson(), list)]);

function violationIn({ type, body }: v.InferOutput<typeof newReport>): PolicyViolation[] {
  if (type !== VIOLATION || body === null) return [];
  const { documentURL, blockedURL, effectiveDirective, sourceFile, lineNumber } = body;
  return [
    {
      page: documentURL,
      blocked: blockedURL,
      directive: effectiveDirective,
      source: sourceFile ?? '',
      line: lineNumber,
    },
  ];
}

/**
 * Browsers report resources that the content security policy blocked; our pages do not call this. The newer format's list becomes
 * `reports`.
 */
export const reportPolicyViolations = endpoint({
  name: 'reportPolicyViolations',
  methods: ['POST'],
  changes: true,
  path: '/api/sys/csp_report/',
  request: codec(
    v.pipe(
      v.object({
        'csp-report': v.optional(oldReport),
        reports: v.optional(reportList, []),
      }),
      v.transform((wire): readonly PolicyViolation[] => [
        ...(wire['csp-report'] === undefined ? [] : [wire['csp-report']]),
        ...wire.reports.flatMap(violationIn),
      ]),
    ),
    (violations: readonly PolicyViolation[]) => ({
      reports: violations.map(({ page, blocked, directive, source, line: lineNumber }) => ({
        type: VIOLATION,
        body: {
          documentURL: page,
          blockedURL: blocked,
          effectiveDirective: directive,
          sourceFile: source,
          lineNumber,
        },
      })),
    }),
  ),
  answer: codec(v.object({}), () => ({})),
});
