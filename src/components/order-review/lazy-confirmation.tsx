// The confirmation of a ticket's order, loaded once the ticket is on the screen.
import { lazyBlock } from '../common/lazy-component.tsx';

export const LazyOrderConfirmation = lazyBlock(
  () => import('./order-confirmation.tsx'),
  ({ OrderConfirmation }) => OrderConfirmation,
);
