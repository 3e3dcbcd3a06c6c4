import { preferredMethod, type BatchPart, type Endpoint } from '@jawhara/contract';
import { randomUuid } from '../browser/random-id.ts';

/** One call of a batch, as it waits to be sent. */
export function eventPart<Request>(
  endpoint: Pick<Endpoint<Request>, 'methods' | 'path' | 'request'>,
  request: Request,
): BatchPart {
  return {
    method: preferredMethod(endpoint.methods),
    path: endpoint.path,
    requestId: randomUuid(),
    params: endpoint.request.write(request) as BatchPart['params'],
    headers: {},
  };
}
