import { hostApp } from '../host-app/current-host-app.ts';

/** A plain browser looks a few times for an app, and loads nothing more for it. */
export async function findHostApp(): Promise<void> {
  const app = await hostApp();
  if (app.facts === null) return;
  const { connectHostApp } = await import('./host-app.ts');
  await connectHostApp(app);
}
