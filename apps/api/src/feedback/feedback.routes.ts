import {
  askUploadTokens,
  readReport as readReportCall,
  REQUEST_ID_HEADER,
  submitFeedback as submitFeedbackCall,
} from '@jawhara/contract';
import { sharesOf } from '../guards/networks.ts';
import { answer, refuse } from '../http/answer.ts';
import type { Caller } from '../http/caller.ts';
import type { Route } from '../http/route.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { issueUploads } from './issue-uploads.ts';
import { readReport } from './read-report.ts';
import { submitFeedback } from './submit-feedback.ts';

export interface FeedbackLimits {
  readonly files: RateLimit;
  readonly filesPerHour: number;
  readonly reports: RateLimit;
  readonly reportsPerHour: number;
}

/** Mobile carriers put many people behind one address. */
const DEVICES_PER_ADDRESS = 10;
const REQUEST_ID = /^[\w-]{8,100}$/;

function allowances(caller: Caller, most: number) {
  return [{ who: `device:${caller.device}`, most }, ...sharesOf(caller.address, most * DEVICES_PER_ADDRESS)];
}

export function feedbackRoutes(route: Route, context: FeedbackContext, limits: FeedbackLimits): void {
  route(askUploadTokens, async ({ request, caller }) => {
    const cost = Math.max(1, request.files.length);
    const wait = await limits.files.secondsToWait(allowances(caller, limits.filesPerHour), cost);
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    const issued = await issueUploads(context, caller, request);
    return issued.kind === 'issued' ? answer(issued.tickets) : refuse(issued.kind);
  });

  route(submitFeedbackCall, async ({ request, caller, http }) => {
    const wait = await limits.reports.secondsToWait(allowances(caller, limits.reportsPerHour));
    if (wait !== null) return refuse('too-many-tries', { retryAfterS: wait });
    const sentId = http.headers[REQUEST_ID_HEADER];
    const requestId = typeof sentId === 'string' && REQUEST_ID.test(sentId) ? sentId : null;
    const submitted = await submitFeedback(context, caller, request, requestId);
    if (submitted.kind === 'refused') return refuse(submitted.refusal);
    return answer({ reportNumber: submitted.reportNumber });
  });
  route(readReportCall, async ({ request, caller }) => {
    const report = await readReport(context, caller.device, request.reportNumber);
    return report === null ? refuse('report-not-found') : answer(report);
  });
}
