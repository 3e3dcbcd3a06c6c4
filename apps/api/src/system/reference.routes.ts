import { openApiDocument } from '@jawhara/contract';
import type { FastifyInstance } from 'fastify';
import { referencePage } from './reference-page.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** Made once: the contract does not change while we run. */
export function referenceRoutes(server: FastifyInstance, version: string): void {
  const document = JSON.stringify(openApiDocument(version));
  const page = referencePage(version);
  server.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(document));
  server.get('/reference/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page),
  );
}
