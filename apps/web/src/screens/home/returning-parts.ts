/** For a visitor who has paid here: one chunk, which brings the schema of orders. */
export { LastTime } from './last-time.tsx';
export { OpenOrderLine } from './open-order-line.tsx';
