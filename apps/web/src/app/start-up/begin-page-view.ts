import { pageViewId } from '../../browser/page-view-id.ts';
import type { StartUpStep } from './run-in-order.ts';

export const beginPageView: StartUpStep = {
  name: 'page-view-id',
  withinMs: 1_000,
  run: () => void pageViewId(Date.now()),
};
