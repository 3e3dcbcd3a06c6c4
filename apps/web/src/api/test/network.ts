import {
  ERROR_CATALOGUE,
  errorMessage,
  parse,
  preferredMethod,
  refusalsOf,
  SUCCESS_CODE,
  type AnyEndpoint,
  type Endpoint,
  type Envelope,
  type RefusalKind,
  type WireObject,
  type WireValue,
} from '@jawhara/contract';
import { readLocale, type Locale } from '@jawhara/domain';
import { FetchInterceptor } from '@mswjs/interceptors/fetch/web';
import { defineNetwork, InterceptorSource } from 'msw/experimental';
import { http, HttpResponse, type HttpHandler } from 'msw/http';
import { afterEach, beforeAll } from 'vitest';

/**
 * The server of a test: `network.use(answer(…))`. Its handlers are removed after the test. A call that no handler
 * answers is lost. It replaces the page's `fetch` itself, because below `fetch` are sockets, which fake timers stop and
 * whose failures are printed.
 */
export const network = defineNetwork({
  // The class is declared twice, for pages and for Node, each with a private field of its own, so the types do not match.
  sources: [new InterceptorSource({ interceptors: [new FetchInterceptor() as never] })],
  handlers: [http.all('*', () => HttpResponse.error())],
  context: { quiet: true },
});
beforeAll(() => network.enable());
afterEach(() => {
  network.resetHandlers();
  received.length = 0;
  const [fault] = faults.splice(0);
  if (fault !== undefined) throw fault;
});

/**
 * Faults thrown by a test's own handlers. They are thrown again after the test, because the page would treat them as
 * server failures.
 */
const faults: unknown[] = [];

class Refused {
  readonly kind: RefusalKind;
  readonly more: { readonly message?: string; readonly data?: WireValue };
  constructor(kind: RefusalKind, more: Refused['more']) {
    this.kind = kind;
    this.more = more;
  }
}

/** The server refuses the call. Only refusals that the contract lists for the call may be used. */
export function refuse(kind: RefusalKind, more: Refused['more'] = {}): Refused {
  return new Refused(kind, more);
}

/** The connection breaks before an answer comes. */
export const LOST = Symbol('lost');
/** No answer ever comes. */
export const SILENCE = new Promise<never>(() => undefined);

type Reply<Answer> = Answer | Refused | typeof LOST | Promise<Answer | Refused | typeof LOST>;

const received: { readonly path: string; readonly wire: WireObject }[] = [];

/** Requests to this endpoint, as they were on the wire. */
export function requestsTo(endpoint: Pick<Endpoint, 'path'>): WireObject[] {
  return received.filter(({ path }) => path === endpoint.path).map(({ wire }) => wire);
}

function checkRefusal(endpoint: AnyEndpoint, { kind }: Refused): void {
  if (!refusalsOf(endpoint).includes(kind)) throw new Error(`${endpoint.name} never refuses with ${kind}`);
}

function refusal({ kind, more }: Refused, locale: Locale): Response {
  const { result, httpStatus } = ERROR_CATALOGUE[kind];
  const message = errorMessage(kind, locale);
  const envelope: Envelope = { result, code: result, message, data: null, ...more };
  return HttpResponse.json(envelope, { status: httpStatus });
}

type Respond<Request, Answer> = (request: Request, headers: Headers) => Reply<Answer>;

/** A handler of MSW that reads and answers as the contract says: a test cannot answer what the server could not. */
export function answer<Request, Answer>(
  endpoint: Endpoint<Request, Answer>,
  said: Reply<NoInfer<Answer>> | Respond<NoInfer<Request>, NoInfer<Answer>>,
): HttpHandler {
  if (said instanceof Refused) checkRefusal(endpoint, said);
  const isGet = preferredMethod(endpoint.methods) === 'GET';
  const respond = (typeof said === 'function' ? said : () => said) as Respond<Request, Answer>;

  async function respondTo(request: globalThis.Request): Promise<Response> {
    const wire = isGet
      ? Object.fromEntries(new URL(request.url).searchParams)
      : ((await request.json()) as WireObject);
    received.push({ path: endpoint.path, wire });
    // Answered in the language of the request, as the server does.
    const locale = readLocale(request.headers.get('accept-language'));
    const parsed = parse(endpoint.request, wire);
    if (parsed.kind === 'malformed') return refusal(refuse('malformed'), locale);
    const answered = await respond(parsed.value, request.headers);
    if (answered === LOST) return HttpResponse.error();
    if (answered instanceof Refused) {
      checkRefusal(endpoint, answered);
      return refusal(answered, locale);
    }
    const data = endpoint.answer.write(answered);
    return HttpResponse.json({ result: 0, code: SUCCESS_CODE, message: '', data } satisfies Envelope);
  }

  return http[isGet ? 'get' : 'post'](`*${endpoint.path}`, ({ request }) =>
    respondTo(request).catch((fault: unknown) => {
      faults.push(fault);
      throw fault;
    }),
  );
}
