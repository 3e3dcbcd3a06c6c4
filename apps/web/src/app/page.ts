import { createEventQueue } from '../browser/event-queue.ts';
import { createPageScope } from '../page-scope.ts';
import { createToastStore } from '../ui/toast.ts';

/** The page scope of this program. Imported first, so that no uncaught error and no toast is missed. */
export const page = createPageScope();

page.get(createEventQueue);
page.get(createToastStore);
