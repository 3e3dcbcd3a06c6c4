import { storedLogin } from '../host/stored-login.ts';
import type { StartUpStep } from './run-in-order.ts';

/** Visitors who are nobody, as most are, load nothing for it. */
export const restoreLogin: StartUpStep = {
  name: 'login-restore',
  run: async () => {
    if (storedLogin.read() === null) return;
    const { restoreLogin: restore } = await import('../login/restore-login.ts');
    await restore();
  },
};
