// Parameters and colours of an indicator while they are being typed: nothing is lost, and what is wrong is known by its
// field.
import {
  INDICATOR_PARAMS,
  type IndicatorName,
  type IndicatorParams,
  type ParamField,
  type ParamObjection,
  paramObjection,
} from '../../../../core/market-data/indicator-params.ts';
import { type Chosen, coloredLines } from '../chosen-indicators.ts';

/** `texts`: one for each parameter, as typed. `colors`: as in Chosen. */
export interface Draft {
  texts: readonly string[];
  colors: readonly number[];
}

export interface DraftValidation {
  /** Null while something is wrong. */
  params: number[] | null;
  /** What is wrong with each parameter by itself. */
  fields: (ParamObjection | null)[];
  /** What is wrong with them together, once each is right. */
  whole: ParamObjection | null;
}

export function draftOf({ params, colors }: Chosen): Draft {
  return { texts: params.map(String), colors };
}

/** Of a list there is one field, which holds for each of its periods. */
export function fieldOf(name: IndicatorName, at: number): ParamField {
  const { fields, list }: IndicatorParams = INDICATOR_PARAMS[name];
  return fields[list ? 0 : at]!;
}

/** How many parameters there may be; both ends are one number unless it is a list. */
export function countOf(name: IndicatorName): { fewest: number; most: number } {
  const { fields, list }: IndicatorParams = INDICATOR_PARAMS[name];
  return list ?? { fewest: fields.length, most: fields.length };
}

/** Whether each parameter is a line of its own. */
export function isLinePerParam(name: IndicatorName): boolean {
  const { defaults, list }: IndicatorParams = INDICATOR_PARAMS[name];
  return list !== undefined && coloredLines(name, defaults).length === defaults.length;
}

export function validateDraft(name: IndicatorName, { texts }: Draft): DraftValidation {
  const params = texts.map((text) => (text === '' ? NaN : Number(text)));
  const fields = params.map((value, at) => fieldObjection(name, at, value));
  const whole = fields.every((objection) => objection === null) ? paramObjection(name, params) : null;
  return { params: whole === null && fields.every((objection) => objection === null) ? params : null, fields, whole };
}

/** Asked with usual values around it, so that only its own range can be hurt. */
function fieldObjection(name: IndicatorName, at: number, value: number): ParamObjection | null {
  const { defaults, list }: IndicatorParams = INDICATOR_PARAMS[name];
  const objection = paramObjection(name, defaults.with(list ? 0 : at, value));
  return objection?.code === 'range' ? objection : null;
}

/** One line more: twice the longest period there is, or the first that is free. */
export function withLine(name: IndicatorName, draft: Draft): Draft {
  const taken = draft.texts.map(Number).filter(Number.isFinite);
  const { max } = fieldOf(name, 0);
  let next = Math.min(max, Math.max(1, ...taken) * 2);
  while (taken.includes(next) && next > 1) next -= 1;
  return { ...draft, texts: [...draft.texts, String(next)] };
}

/** `lineColors` are those of all lines as they stand: the lines that stay keep theirs. */
export function withoutLine(draft: Draft, at: number, lineColors: readonly number[]): Draft {
  return { texts: draft.texts.toSpliced(at, 1), colors: draft.colors.length > 0 ? lineColors.toSpliced(at, 1) : [] };
}

export function withColor(draft: Draft, at: number, color: number, lineColors: readonly number[]): Draft {
  return { ...draft, colors: lineColors.with(at, color) };
}
