import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `none` is allowed only to a mail server on this machine. */
  readonly tls: 'implicit' | 'starttls' | 'none';
  readonly login: { readonly user: string; readonly password: string } | null;
  /** The certificate authority of a private mail server, as PEM. */
  readonly ca: string | null;
}

export interface SmtpMessage {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
}

/**
 * The result of sending one message. `code` is the server's reply without its text, which may contain the address.
 * - `no-such-address`: refused for good because of its recipient;
 * - `refused`: refused for good for another reason;
 * - `later`: refused for now;
 * - `away`: the server was not reached or refused the login, so it has not seen the message;
 * - `unknown`: the connection broke during the message, which may have been accepted.
 */
export type SmtpAnswer =
  | { readonly kind: 'accepted' | 'no-such-address' | 'refused' | 'later'; readonly code: string }
  | { readonly kind: 'away' | 'unknown'; readonly code: string };

export type SendBySmtp = (message: SmtpMessage) => Promise<SmtpAnswer>;

const CONNECT_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 30_000;
/** The time limit for one message. A process reserves a message for longer than this, so no other process sends it meanwhile. */
export const SEND_WITHIN_MS = 60_000;

interface SmtpFault extends Error {
  readonly code?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly response?: string | undefined;
  readonly command?: string | undefined;
}

/** The reply as "550 5.1.1", or the error code if there was no reply. */
function codeOf({ code, response }: Pick<SmtpFault, 'code' | 'response'>): string {
  const [reply] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '') ?? [];
  return reply?.replace('-', ' ') ?? code ?? 'fault';
}

/**
 * Whether the address itself was refused. Where the reply has a detailed code, that decides (5.1: the address, 5.2.1:
 * the mailbox is closed). By the short code alone a blocked sender would look like a bad address, and the address would
 * be dropped.
 */
function isAboutAddress(code: string, command: string): boolean {
  if (code.includes('.')) return / 5\.(1\.(?!7|8)|2\.1$)/.test(code);
  return command === 'RCPT TO' && /^55[013]/.test(code);
}

function judge(fault: SmtpFault, isOnItsWay: boolean): SmtpAnswer {
  const { responseCode, command = '' } = fault;
  const code = codeOf(fault);
  const isReply = responseCode !== undefined && responseCode >= 400;
  if (isReply && responseCode !== 421 && /^(RCPT TO|DATA|MAIL FROM)$/.test(command)) {
    if (responseCode < 500) return { kind: 'later', code };
    return { kind: isAboutAddress(code, command) ? 'no-such-address' : 'refused', code };
  }
  return { kind: isOnItsWay ? 'unknown' : 'away', code };
}

/** Opens a connection for each message: there are few messages, and a fault of one must not delay another. */
export function smtp({ host, port, tls, login, ca }: SmtpServer): SendBySmtp {
  return ({ from, to, raw }) =>
    new Promise((resolve) => {
      let isOnItsWay = false;
      const connection = new SMTPConnection({
        host,
        port,
        secure: tls === 'implicit',
        requireTLS: tls === 'starttls',
        ignoreTLS: tls === 'none',
        connectionTimeout: CONNECT_WITHIN_MS,
        greetingTimeout: CONNECT_WITHIN_MS,
        socketTimeout: ANSWER_WITHIN_MS,
        ...(ca !== null && { tls: { ca } }),
      });
      const settle = (answer: SmtpAnswer): void => {
        clearTimeout(timer);
        resolve(answer);
        if (answer.kind === 'accepted') connection.quit();
        else connection.close();
      };
      const fail = (fault: SmtpFault): void => settle(judge(fault, isOnItsWay));
      const timer = setTimeout(() => fail(new Error('no answer in time')), SEND_WITHIN_MS);
      // The stream is read only when the server asks for the body; from then on the server may accept the message.
      const body = new Readable({
        read() {
          isOnItsWay = true;
          this.push(raw);
          this.push(null);
        },
      });
      const send = (): void =>
        connection.send({ from, to: [to] }, body, (fault, info) => {
          if (fault) fail(fault);
          else
            settle({
              kind: 'accepted',
              code: codeOf({ response: info?.response }),
            });
        });
      connection.on('error', fail);
      connection.on('end', () => fail(new Error('closed')));
      connection.connect((fault) => {
        if (fault) return fail(fault);
        if (login === null) return send();
        const { user, password } = login;
        return connection.login({ user, credentials: { user, pass: password } }, (refused) =>
          refused ? fail(refused) : send(),
        );
      });
    });
}
