import {
  askUploadTokens,
  envelopeSchema,
  parse,
  refusalOfResult,
  resultOf,
  uploadFile,
  type Codec,
  type Endpoint,
  type UploadedFile,
  type UploadTicket,
} from '@jawhara/contract';
import type { FilePurpose } from '@jawhara/domain';
import * as v from 'valibot';

export interface SentFile<Value> {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly value: Value | null;
  readonly refusal: string | null;
}

export type Ticket = Extract<UploadTicket, { kind: 'ticket' }>;

/** A browser that sends files: one device, one cookie. */
export interface FileSender {
  call<Request, Value>(
    endpoint: Endpoint<Request, Value>,
    request: Request,
    headers?: Record<string, string>,
  ): Promise<SentFile<Value>>;
  /** Fetches an upload token for one file; a refusal fails the test. */
  ticket(content: Uint8Array, contentType: string, purpose?: FilePurpose): Promise<Ticket>;
  post<Request, Value>(endpoint: Endpoint<Request, Value>, form: Form): Promise<SentFile<Value>>;
  /** Fetches a token and then sends the file with it. */
  send(content: Uint8Array, contentType: string): Promise<SentFile<UploadedFile> & { ticket: Ticket }>;
  get(path: string): Promise<Response>;
  cookie(): string;
}

export type Form = readonly (readonly [string, string | Uint8Array])[];

/** The fields in the order that the specification requires, with the file last. */
export function formOf(ticket: Pick<Ticket, 'token' | 'key'>, content: Uint8Array): Form {
  return [
    ['token', ticket.token],
    ['key', ticket.key],
    ['file', content],
  ];
}

export function fileSender(apiUrl: string): FileSender {
  let cookie = '';
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = { ...(init.headers as Record<string, string>), ...(cookie ? { cookie } : {}) };
    const response = await fetch(`${apiUrl}${path}`, { ...init, headers });
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    return response;
  };
  const read = async <Value>(answer: Codec<Value>, response: Response): Promise<SentFile<Value>> => {
    const envelope = v.parse(envelopeSchema, await response.json());
    const result = resultOf(envelope);
    const retryAfter = response.headers.get('retry-after');
    if (result !== 0)
      return { status: response.status, value: null, refusal: refusalOfResult(result), retryAfter };
    const parsed = parse(answer, envelope.data);
    if (parsed.kind === 'malformed') throw new Error(`malformed at ${parsed.where}`);
    return { status: response.status, value: parsed.value, refusal: null, retryAfter };
  };
  const call: FileSender['call'] = async (endpoint, payload, headers = {}) =>
    read(
      endpoint.answer,
      await request(endpoint.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(endpoint.request.write(payload)),
      }),
    );
  const ticket: FileSender['ticket'] = async (content, contentType, purpose = 'feedback') => {
    const file = { name: 'photo.jpg', bytes: content.byteLength, contentType };
    const { value, refusal } = await call(askUploadTokens, { files: [file], purpose, needsDate: false });
    const [first] = value ?? [];
    if (first?.kind !== 'ticket') throw new Error(`no ticket: ${refusal ?? first?.refusal}`);
    return first;
  };
  const post: FileSender['post'] = async (endpoint, parts) => {
    const form = new FormData();
    for (const [name, part] of parts) {
      if (typeof part === 'string') form.append(name, part);
      // The name and the type of the file are false here, because the server must believe neither.
      else form.append(name, new Blob([new Uint8Array(part)], { type: 'text/html' }), 'page.html');
    }
    return read(endpoint.answer, await request(endpoint.path, { method: 'POST', body: form }));
  };
  return {
    call,
    ticket,
    post,
    async send(content, contentType) {
      const uploadTicket = await ticket(content, contentType);
      return { ...(await post(uploadFile, formOf(uploadTicket, content))), ticket: uploadTicket };
    },
    get: (path) => request(path, {}),
    cookie: () => cookie,
  };
}
