import { readLocale, type Locale } from '@jawhara/domain';
import type { FastifyRequest } from 'fastify';

/** The language in which whoever asks reads our sentences. */
export function localeOf(request: Pick<FastifyRequest, 'headers'>): Locale {
  return readLocale(request.headers['accept-language']);
}
