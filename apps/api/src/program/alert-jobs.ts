import type { Logger } from 'pino';
import { countUnpostedAlerts } from '../alerts/alert-post.store.ts';
import { chatBot } from '../alerts/chat-bot.ts';
import { postAlerts } from '../alerts/post-alerts.ts';
import { watchFlows } from '../alerts/watch-flows.ts';
import type { App } from './app.ts';
import type { Env } from './env.ts';
import { watchConnections } from '../orders/follow-up/watch-connections.ts';
import { watchDeliveries } from '../orders/follow-up/watch-deliveries.ts';
import { runEvery, type RunningJob } from '../platform/run-every.ts';
import { troubledFlows } from '../platform/restate-admin.ts';

const WATCH_FLOWS_EVERY_MS = 15_000;
const WATCH_CONNECTIONS_EVERY_MS = 30_000;
const WATCH_DELIVERIES_EVERY_MS = 30_000;
const POST_ALERTS_EVERY_MS = 2_000;
const UNPOSTED_AFTER_MS = 60_000;

/** Jobs that look for trouble, and the job that posts alerts to people. */
export function startAlertJobs({
  env,
  app: { context, metrics, cards },
  logger,
}: {
  readonly env: Env;
  readonly app: Pick<App, 'context' | 'metrics' | 'cards'>;
  readonly logger: Logger;
}): RunningJob {
  const { db, now, newId } = context;
  const troubled = () => troubledFlows(env.restateAdmin, env.orderObject);
  const flows = watchFlows(metrics, { db, now, newId, logger, troubled });
  const jobs = [
    runEvery('flow watch', WATCH_FLOWS_EVERY_MS, logger, () => flows.look()),
    runEvery('connection watch', WATCH_CONNECTIONS_EVERY_MS, logger, () =>
      watchConnections(context, cards.providers),
    ),
    runEvery('delivery watch', WATCH_DELIVERIES_EVERY_MS, logger, () => watchDeliveries(context)),
  ];
  const { alertWebhook } = env;
  if (alertWebhook !== null) {
    const bot = chatBot(alertWebhook.url, alertWebhook.format);
    metrics.watch('alerts_unposted', 'Alerts that could not be posted for a minute', () =>
      countUnpostedAlerts(db, new Date(now().getTime() - UNPOSTED_AFTER_MS)),
    );
    jobs.push(
      runEvery('alerts', POST_ALERTS_EVERY_MS, logger, async () => {
        await postAlerts({ db, now, logger, bot });
      }),
    );
  }
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}
