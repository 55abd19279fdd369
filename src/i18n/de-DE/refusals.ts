// Sentences of refusals: the exchange's own.
export { words } from '../../../contract/words/de-DE.ts';
