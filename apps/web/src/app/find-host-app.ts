import { hostApp } from '../host-app/current-host-app.ts';

/** A plain browser looks a few times for an app, and loads nothing more for it. */
export async function meetHostApp(): Promise<void> {
  const app = await hostApp();
  if (app.facts === null) return;
  const { liveInHostApp } = await import('./host-app.ts');
  await liveInHostApp(app);
}
