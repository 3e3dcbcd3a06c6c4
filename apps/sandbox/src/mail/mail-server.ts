import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Timers } from '../world/timers.ts';
import { readMessage, type ReadMessage } from './read-message.ts';

export interface MailOptions {
  readonly port: number;
  readonly host?: string | undefined;
  /** The address to which undeliverable mail is posted, as a real mail server does it through a pipe; null: it is dropped. */
  readonly returns: { readonly url: string; readonly key: string } | null;
  /** If set, the server offers STARTTLS and accepts no mail without it. */
  readonly tls?: { readonly keyPem: string; readonly certificatePem: string };
  /** If set, the server accepts mail with this login only. */
  readonly login?: { readonly user: string; readonly password: string };
}

export interface ReceivedMail extends ReadMessage {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly at: Date;
  readonly raw: string;
}

/** How mail to an address ends, by the part of the address before a plus or the @. All other addresses accept mail. */
export const MAIL_SCENARIOS = {
  unknown: 'no such mailbox: refused at once, for good',
  returned: 'taken, and returned later',
  later: 'refused for now, the first two times',
  blocked: 'the message is refused for good, because of its sender',
  cut: 'taken, and the line is cut before the server says so, the first time',
} as const;

export type MailScenario = keyof typeof MAIL_SCENARIOS;

const RETURN_AFTER_MS = 200;
const LATER_TIMES = 2;
const INBOX_MAX = 500;

/** A copy of a message that was accepted. The inbox drops old messages; none of these is dropped. */
export interface AcceptedCopy {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
}

export interface MailServer {
  readonly port: number;
  readonly inbox: readonly ReceivedMail[];
  readonly accepted: readonly AcceptedCopy[];
  /** The number of messages that were accepted and whose 250 reply was not sent yet. */
  readonly held: number;
  /** Messages whose subject has this part are accepted, but their 250 reply is held back until null is passed. */
  hold(subjectPart: string | null): void;
  /** True: closes the port, so that the server cannot be reached. False: opens it again. */
  setAway(isAway: boolean): Promise<void>;
  clear(): void;
  close(): Promise<void>;
}

const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

function scenarioOf(address: string): MailScenario | null {
  const [local = ''] = address.toLowerCase().split(/[@+]/);
  return Object.hasOwn(MAIL_SCENARIOS, local) ? (local as MailScenario) : null;
}

/** The report that a message could not be delivered (RFC 3464), as most mail servers write it. */
function returnedMessage(to: string, original: string): string {
  const boundary = randomUUID();
  return [
    'From: MAILER-DAEMON@mail.example',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    `Content-Type: multipart/report; report-type=delivery-status; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain',
    '',
    `<${to}>: mailbox does not exist`,
    '',
    `--${boundary}`,
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    'Status: 5.1.1',
    '',
    `--${boundary}`,
    'Content-Type: text/rfc822-headers',
    '',
    original.split('\r\n\r\n', 1)[0] ?? '',
    '',
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/** The stored mail of all addresses. */
interface Mailboxes {
  readonly inbox: ReceivedMail[];
  readonly accepted: AcceptedCopy[];
  /** Calls `tell`, which sends the 250 reply: at once, or when the hold that matches the subject ends. */
  tellInTime(subject: string, tell: () => void): void;
  hold(subjectPart: string | null): void;
  heldCount(): number;
  /** How often a scenario occurred for an address, this time included. */
  countOf(scenario: MailScenario, to: string): number;
  sendBack(mail: ReceivedMail): void;
  clear(): void;
}

function createMailboxes({ returns }: MailOptions, timers: Timers): Mailboxes {
  const inbox: ReceivedMail[] = [];
  const accepted: AcceptedCopy[] = [];
  let heldPart: string | null = null;
  let untold: (() => void)[] = [];
  const times = new Map<string, number>();
  return {
    inbox,
    accepted,
    tellInTime(subject, tell) {
      if (heldPart !== null && subject.includes(heldPart)) untold.push(tell);
      else tell();
    },
    hold(subjectPart) {
      heldPart = subjectPart;
      const due = untold;
      untold = [];
      for (const tell of due) tell();
    },
    heldCount: () => untold.length,
    countOf(scenario, to) {
      const key = `${scenario} ${to}`;
      const count = (times.get(key) ?? 0) + 1;
      times.set(key, count);
      return count;
    },
    sendBack({ from, to, raw }) {
      if (returns === null) return;
      const headers = {
        'content-type': 'message/rfc822',
        'x-mail-returns-key': returns.key,
        'x-mail-recipient': from,
      };
      timers.after(RETURN_AFTER_MS, () => {
        void fetch(returns.url, { method: 'POST', headers, body: returnedMessage(to, raw) }).catch(
          () => null,
        );
      });
    },
    clear() {
      inbox.length = 0;
      accepted.length = 0;
      times.clear();
    },
  };
}

const copyOf = ({ to, headers }: ReceivedMail): AcceptedCopy => ({
  messageId: headers['message-id'] ?? '',
  to,
  subject: headers['subject'] ?? '',
});

/** Stores a message. An error: it is refused. Null: the connection must be cut without an answer. */
function take(
  { inbox, accepted, countOf, sendBack }: Mailboxes,
  mail: Omit<ReceivedMail, keyof ReadMessage | 'id' | 'at' | 'raw'>,
  raw: Buffer,
): 'taken' | Error | null {
  const scenario = scenarioOf(mail.to);
  if (scenario === 'blocked') return refusal(554, '5.7.1 blocked');
  const received = {
    ...mail,
    ...readMessage(raw),
    id: randomUUID(),
    at: new Date(),
    raw: raw.toString('latin1'),
  };
  inbox.unshift(received);
  inbox.splice(INBOX_MAX);
  accepted.push(copyOf(received));
  if (scenario === 'returned') sendBack(received);
  return scenario === 'cut' && countOf(scenario, mail.to) === 1 ? null : 'taken';
}

function createServer({ tls, login }: MailOptions, mailboxes: Mailboxes): SMTPServer {
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: [...(tls === undefined ? ['STARTTLS'] : []), ...(login === undefined ? ['AUTH'] : [])],
    ...(tls !== undefined && { key: tls.keyPem, cert: tls.certificatePem }),
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 500,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(refusal(535, '5.7.8 wrong user or password')),
    onMailFrom: (_address, session, done) =>
      tls !== undefined && !session.secure ? done(refusal(530, '5.7.0 STARTTLS first')) : done(),
    onRcptTo({ address }, _session, done) {
      const scenario = scenarioOf(address);
      if (scenario === 'unknown') done(refusal(550, `5.1.1 <${address}>: no such mailbox`));
      else if (scenario === 'later' && mailboxes.countOf(scenario, address) <= LATER_TIMES)
        done(refusal(451, '4.2.0 try again later'));
      else done();
    },
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = mailFrom === false ? '' : mailFrom.address;
        const end = take(mailboxes, { from, to: rcptTo[0]?.address ?? '' }, Buffer.concat(chunks));
        if (end === null) for (const connection of server.connections) connection.close();
        else if (end === 'taken')
          mailboxes.tellInTime(mailboxes.accepted.at(-1)?.subject ?? '', () => done(null, end));
        else done(end);
      });
    },
  });
  // The client notices a broken connection itself.
  server.on('error', () => undefined);
  return server;
}

const shut = (server: SMTPServer): Promise<void> => new Promise((resolve) => server.close(resolve));

/** A real SMTP server with one inbox for all addresses. */
export async function openMailServer(options: MailOptions, timers: Timers): Promise<MailServer> {
  const { host = '127.0.0.1' } = options;
  const mailboxes = createMailboxes(options, timers);
  let { port } = options;
  let open: SMTPServer | null = null;

  const listen = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const server = createServer(options, mailboxes);
      open = server;
      server.server.once('error', reject);
      server.listen(port, host, () => {
        port = (server.server.address() as AddressInfo).port;
        resolve();
      });
    });
  async function close(): Promise<void> {
    const server = open;
    open = null;
    if (server !== null) await shut(server);
  }

  await listen();
  return {
    get port() {
      return port;
    },
    inbox: mailboxes.inbox,
    accepted: mailboxes.accepted,
    get held() {
      return mailboxes.heldCount();
    },
    hold: mailboxes.hold,
    async setAway(isAway) {
      if (isAway) await close();
      else if (open === null) await listen();
    },
    clear: mailboxes.clear,
    close,
  };
}
