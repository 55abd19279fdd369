// Named layouts of the trading terminal, as an account keeps them.
import * as v from 'valibot';

/** Layouts of one account. Another one is refused with 1400. */
export const MAX_LAYOUTS = 20;
/** Characters of a layout's text and of its name. */
export const MAX_LAYOUT_CHARACTERS = 4_096;
export const MAX_LAYOUT_NAME_CHARACTERS = 40;

/** `layout` is a text of the client that the exchange does not read; `version` grows with each change. */
export const namedLayoutSchema = v.looseObject({
  name: v.string(),
  version: v.number(),
  layout: v.string(),
  updateTime: v.number(),
});
export type NamedLayout = v.InferOutput<typeof namedLayoutSchema>;
