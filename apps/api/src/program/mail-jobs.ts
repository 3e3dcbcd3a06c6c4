import type { Logger } from 'pino';
import type { App } from './app.ts';
import type { Env } from './env.ts';
import { forgetOldAddresses } from '../mails/end-address.ts';
import { countMailsWaitingSince, countParkedMails } from '../mails/mail.store.ts';
import { sendMails } from '../mails/send-mails.ts';
import { mailOrderLinks } from '../order-search/mail-order-links.ts';
import { runEvery, type RunningJob } from '../platform/run-every.ts';
import { smtp } from '../platform/smtp.ts';

const SEND_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 60 * 60_000;
const WAITS_LONG_AFTER_MS = 60_000;

/** Sends waiting mails, and deletes addresses at the end of their time. Without a mail server it only deletes. */
export function startMailJobs({
  env,
  app: { context, metrics },
  logger,
}: {
  readonly env: Env;
  readonly app: Pick<App, 'context' | 'metrics'>;
  readonly logger: Logger;
}): RunningJob {
  const { db, now, newId } = context;
  const jobs = [
    runEvery(
      'old addresses',
      FORGET_EVERY_MS,
      logger,
      async () => void (await forgetOldAddresses({ db, now })),
    ),
  ];
  const { mail, siteUrl, receiptKeys, operatorFacts } = env;
  if (mail !== null) {
    metrics.watch('mails_late', 'Mails that have waited for a minute', () =>
      countMailsWaitingSince(db, new Date(now().getTime() - WAITS_LONG_AFTER_MS)),
    );
    metrics.watch('mails_parked', 'Mails that a person must look at', () => countParkedMails(db));
    const deps = { db, now, newId, logger, mail, siteUrl, receiptKeys, operatorFacts };
    const send = { ...deps, send: smtp(mail.server), count: metrics.mailEnded };
    jobs.push(
      runEvery('mails', SEND_EVERY_MS, logger, async () => void (await sendMails(send))),
      runEvery('order links', SEND_EVERY_MS, logger, async () => void (await mailOrderLinks(send))),
    );
  }
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
