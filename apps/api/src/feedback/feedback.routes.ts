import {
  askUploadTokens,
  NO_SUCH_CALL,
  readReport as readReportCall,
  REQUEST_ID_HEADER,
  submitFeedback as submitFeedbackCall,
  uploadFile,
  uploadImage,
} from '@jawhara/contract';
import type { FileKey, FileKind } from '@jawhara/domain';
import type { FastifyInstance } from 'fastify';
import { sharesOf } from '../guards/networks.ts';
import { answer, faultEnvelope, refuse, type Answer } from '../http/answer.ts';
import { identifyCaller, type Caller, type CallerDeps } from '../http/caller.ts';
import { withFileRoutes } from '../http/file-route.ts';
import { localeOf, sendRefusal } from '../http/refusal.ts';
import type { Route } from '../http/route.ts';
import type { RateLimit } from '../platform/rate-limit.ts';
import type { FeedbackContext } from './feedback-context.ts';
import { issueUploads } from './issue-uploads.ts';
import { readReport, submitFeedback } from './reports.ts';
import { readFile, takeUpload } from './take-upload.ts';

const FILES_PATH = '/api/files/';
/** How often a device may read files: reading a video again and again would cost the shop traffic. */
const READS_PER_MINUTE_MAX = 30;
/** Mobile carriers put many people behind one address, so an address may read so many times as much as a device. */
const DEVICES_PER_ADDRESS = 10;

interface UploadRequest {
  readonly key: FileKey;
  readonly token: string | null;
  readonly onlyKind: FileKind | null;
}

/** Headers that keep a browser from running scripts of the file, framing it, or letting it read anything of the site. */
const INERT = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const;

export async function fileRoutes(
  server: FastifyInstance,
  callers: CallerDeps,
  context: FeedbackContext,
  reads: RateLimit,
): Promise<void> {
  const take = async (
    sent: UploadRequest,
    caller: Caller,
    content: AsyncIterable<Uint8Array>,
  ): Promise<Answer<{ key: FileKey; url: string }>> => {
    const uploadResult = await takeUpload(context, { ...sent, device: caller.device, content });
    if (uploadResult.kind === 'refused') {
      const { refusal, retryAfterS } = uploadResult;
      return refuse(refusal, retryAfterS === undefined ? {} : { retryAfterS });
    }
    return answer({ key: sent.key, url: `${FILES_PATH}${sent.key}` });
  };

  await withFileRoutes(server, callers, (route) => {
    route(uploadFile, ({ request, caller, file }) => take({ ...request, onlyKind: null }, caller, file));
    route(uploadImage, ({ request, caller, file }) =>
      take({ ...request, token: null, onlyKind: 'image' }, caller, file),
    );
  });

  server.get<{ Params: { key: string } }>(`${FILES_PATH}:key`, async (http, reply) => {
    const caller = await identifyCaller(http, {}, callers);
    // This route is not in the contract, so its calls are not counted by the limits of calls. It sets no cookie,
    // because a caller without one has uploaded nothing.
    const retryAfterS = await reads.secondsToWait([
      { who: `device:${caller.device}`, most: READS_PER_MINUTE_MAX },
      ...sharesOf(caller.address, READS_PER_MINUTE_MAX * DEVICES_PER_ADDRESS),
    ]);
    if (retryAfterS !== null) return sendRefusal(reply, refuse('too-many-tries', { retryAfterS }));
    const file = await readFile(context, http.params.key, caller);
    if (!file) return reply.code(NO_SUCH_CALL.httpStatus).send(faultEnvelope(NO_SUCH_CALL, localeOf(http)));
    return reply
      .headers({
        ...INERT,
        'content-type': file.type,
        'content-length': String(file.bytes),
        'content-disposition': `attachment; filename="${file.name}"`,
      })
      .send(file.stream);
  });
}

export interface FeedbackLimits {
  readonly files: RateLimit;
  readonly filesPerHour: number;
  readonly reports: RateLimit;
  readonly reportsPerHour: number;
}

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
    const report = await readReport(context, caller, request.reportNumber);
    return report === null ? refuse('report-not-found') : answer(report);
  });
}
