import { showToast } from '../ui/toast.ts';
import { call } from './call.ts';
import { createBatchCall } from './create-batch-call.ts';
import { hearRefused } from './refused-calls.ts';

/** For reads that nobody on the screen waits for. Kept apart from `call`, so that no first load carries it. */
export const callTogether = createBatchCall({
  call,
  sourceCode: __SITE_SOURCE_CODE__,
  onRefused: hearRefused,
  onToast: (toast) => showToast(toast, 'info'),
});
