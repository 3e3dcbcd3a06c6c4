import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { recordIn, textIn, type Json } from '../world/reading.ts';
import type { MerchantSessions } from './merchant-session.ts';

/** Certificates as PEM. */
export interface GatewayOptions {
  readonly port: number;
  /** The address it listens on; by default loopback. */
  readonly host?: string | undefined;
  /** The authority that signs merchants' certificates. Any other certificate is rejected in the handshake. */
  readonly authorityPem: string;
  readonly certificatePem: string;
  readonly keyPem: string;
}

export interface Gateway {
  readonly url: string;
  close(): Promise<void>;
}

export const SESSION_PATH = '/paymentservices/paymentSession';
const BODY_BYTES_MAX = 10_000;

async function bodyOf(request: IncomingMessage): Promise<Json> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) {
    parts.push(part);
    if (parts.reduce((sum, { length }) => sum + length, 0) > BODY_BYTES_MAX) return {};
  }
  try {
    return recordIn(JSON.parse(Buffer.concat(parts).toString('utf8')));
  } catch {
    return {};
  }
}

/** The merchant identifier, which Apple writes into the certificate. */
function merchantOf({ socket }: IncomingMessage): string | null {
  const subject: Json = recordIn((socket as TLSSocket).getPeerCertificate().subject);
  return textIn(subject, 'UID');
}

async function answerTo(
  request: IncomingMessage,
  sessions: MerchantSessions,
): Promise<{ readonly status: number; readonly body: object }> {
  if (request.method !== 'POST' || request.url !== SESSION_PATH)
    return { status: 404, body: { statusMessage: 'Not Found' } };
  const body = await bodyOf(request);
  const [merchantIdentifier, displayName, domainName] = [
    textIn(body, 'merchantIdentifier'),
    textIn(body, 'displayName'),
    textIn(body, 'initiativeContext'),
  ];
  if (displayName === null || domainName === null || body['initiative'] !== 'web')
    return { status: 400, body: { statusMessage: 'Bad Request' } };
  if (merchantIdentifier === null || merchantIdentifier !== merchantOf(request))
    return { status: 417, body: { statusMessage: 'Payment Services Exception merchantId unknown' } };
  const session = sessions.open({ merchantIdentifier, displayName, domainName });
  return session === null
    ? { status: 503, body: { statusMessage: 'Service Unavailable' } }
    : { status: 200, body: session };
}

function serve(options: GatewayOptions, sessions: MerchantSessions): Server {
  const tls = {
    ca: options.authorityPem,
    cert: options.certificatePem,
    key: options.keyPem,
    requestCert: true,
    rejectUnauthorized: true,
  };
  return createServer(tls, (request: IncomingMessage, response: ServerResponse) => {
    void answerTo(request, sessions).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
}

/** Apple's gateway: it accepts only connections with a merchant's certificate. */
export async function openGateway(options: GatewayOptions, sessions: MerchantSessions): Promise<Gateway> {
  const server = serve(options, sessions);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}${SESSION_PATH}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
