// Sentences of refusals: the exchange's own.
export { words } from '../../../core/errors/messages/ja-JP.ts';
