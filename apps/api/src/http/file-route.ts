import multipart, { type Multipart, type MultipartFile } from '@fastify/multipart';
import { parse, type Endpoint } from '@jawhara/contract';
import { FORM_BYTES_MAX, VIDEO_BYTES_MAX } from '@jawhara/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { goodEnvelope, refuse, type Answer } from './answer.ts';
import { identifyCaller, type CallerDeps } from './caller.ts';
import { carriesCardData } from './card-tripwire.ts';
import { sendRefusal } from './refusal.ts';
import type { RouteCall } from './route.ts';

/** Handles a call with a file. The file is streamed, so nothing of it is stored if the request is refused first. */
export type FileHandler<Request, Value> = (
  call: RouteCall<Request> & { readonly file: AsyncIterable<Uint8Array> },
) => Promise<Answer<Value>>;

export type FileRoute = <Request, Value>(
  endpoint: Endpoint<Request, Value>,
  handler: FileHandler<Request, Value>,
) => void;

const LIMITS = {
  fields: 10,
  fieldNameSize: 100,
  fieldSize: 4_000,
  files: 1,
  parts: 12,
  headerPairs: 20,
  fileSize: VIDEO_BYTES_MAX + 1,
};

/**
 * Some malformed forms leave the parser waiting for ever. A part that has not arrived this long after the request's end
 * never will.
 */
const AFTER_END_MS = 5_000;

interface Parts {
  next(): Promise<IteratorResult<Multipart>>;
  whenLate(act: () => void): void;
  stop(): void;
}

function partsOf(http: FastifyRequest): Parts {
  const parts = http.parts();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const begin = () => {
      timer ??= setTimeout(() => reject(new Error('an unfinished form')), AFTER_END_MS).unref();
    };
    http.raw.once('end', begin).once('close', begin);
  });
  const whenLate = (act: () => void) => void late.catch(act);
  whenLate(() => {});
  return { next: () => Promise.race([parts.next(), late]), whenLate, stop: () => clearTimeout(timer) };
}

type Form = { readonly fields: Record<string, unknown>; readonly file: MultipartFile | null };

/** Reads the fields before the file. A malformed form has no file; why it is malformed is not reported. */
async function readForm(parts: Parts): Promise<Form> {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  try {
    for (;;) {
      const { value: part, done } = await parts.next();
      if (done || !part) return { fields, file: null };
      if (part.type === 'file') return { fields, file: part };
      fields[part.fieldname] = part.value;
    }
  } catch {
    return { fields, file: null };
  }
}

/** Reads and drops the rest of the body, because many clients read the answer only after they have sent everything. */
async function hearOut(parts: Parts, file: MultipartFile | null): Promise<void> {
  file?.file.resume();
  try {
    for (;;) {
      const { value: part, done } = await parts.next();
      if (done || !part) return;
      if (part.type === 'file') part.file.resume();
    }
  } catch {
    // Ignored: the form is answered, and only its rest is broken.
  }
}

function isTooLong(http: FastifyRequest, fileBytesMax: number): boolean {
  return Number(http.headers['content-length'] ?? 0) > fileBytesMax + FORM_BYTES_MAX;
}

async function answerForm<Request, Value>(
  endpoint: Endpoint<Request, Value>,
  handler: FileHandler<Request, Value>,
  submission: {
    readonly http: FastifyRequest;
    readonly caller: RouteCall<Request>['caller'];
    readonly form: Form;
  },
): Promise<Answer<Value>> {
  const { fields, file } = submission.form;
  if (carriesCardData(fields)) return refuse('card-data');
  const parsed = parse(endpoint.request, fields);
  if (parsed.kind === 'malformed' || !file || file.fieldname !== endpoint.filePart)
    return refuse('malformed');
  return handler({
    request: parsed.value,
    caller: submission.caller,
    http: submission.http,
    file: file.file as AsyncIterable<Uint8Array>,
  });
}

/** Adds the routes that accept multipart bodies. Every other route refuses them. */
export async function withFileRoutes(
  server: FastifyInstance,
  callers: CallerDeps,
  declare: (route: FileRoute) => void,
): Promise<void> {
  await server.register(async (scope) => {
    await scope.register(multipart, { limits: LIMITS, throwFileSizeLimit: false });
    declare((endpoint, handler) => {
      scope.route({
        method: [...endpoint.methods],
        url: endpoint.path,
        handler: async (http, reply) => {
          if (!http.isMultipart()) return sendRefusal(reply, refuse('malformed'));
          if (isTooLong(http, endpoint.fileBytesMax ?? VIDEO_BYTES_MAX))
            return sendRefusal(reply.header('connection', 'close'), refuse('file-too-large'));
          const caller = await identifyCaller(http, {}, callers);
          const parts = partsOf(http);
          const form = await readForm(parts);
          // Without this handler an error before anything reads the file would end the process.
          form.file?.file.on('error', () => {});
          parts.whenLate(() => form.file?.file.destroy());
          const formAnswer = await answerForm(endpoint, handler, { http, caller, form });
          await hearOut(parts, form.file);
          parts.stop();
          if (formAnswer.kind === 'refusal') return sendRefusal(reply, formAnswer);
          return reply.send(goodEnvelope(endpoint.answer.write(formAnswer.value)));
        },
      });
    });
  });
}
