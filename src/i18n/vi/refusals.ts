// Sentences of refusals: the exchange's own.
export { words } from '../../../contract/words/vi.ts';
