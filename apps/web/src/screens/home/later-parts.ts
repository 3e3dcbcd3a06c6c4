/** Parts of the start screen that come after its first paint: one chunk, fetched when the page is idle. */
export { Downloads } from './downloads.tsx';
export { HomeMenu } from './home-menu.tsx';
export { LastTime } from './last-time.tsx';
export { OpenOrderLine } from './open-order-line.tsx';
