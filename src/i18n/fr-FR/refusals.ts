// Sentences of refusals: the exchange's own.
export { words } from '../../../contract/words/fr-FR.ts';
