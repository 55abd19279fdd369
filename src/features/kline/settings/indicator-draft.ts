// Indicator parameters and colours being edited, with validation by field.
import {
  INDICATOR_PARAMS,
  type IndicatorName,
  type IndicatorParams,
  type ParamField,
  type ParamObjection,
  paramObjection,
} from '../../../../core/market-data/indicator-params.ts';
import { type SelectedIndicator, coloredLines } from '../selected-indicators.ts';

/** `texts`: one per parameter, as typed. `colors`: as in SelectedIndicator. */
export interface IndicatorDraft {
  texts: readonly string[];
  colors: readonly number[];
}

export interface DraftValidation {
  /** Null while invalid. */
  params: number[] | null;
  /** Objection to each parameter on its own; null where valid. */
  fields: (ParamObjection | null)[];
  /** Objection to the combination, once each parameter is valid. */
  combination: ParamObjection | null;
}

export function draftOf({ params, colors }: SelectedIndicator): IndicatorDraft {
  return { texts: params.map(String), colors };
}

/** The field of a parameter. A list has one field for all of its periods. */
export function paramField(name: IndicatorName, at: number): ParamField {
  const { fields, list }: IndicatorParams = INDICATOR_PARAMS[name];
  return fields[list ? 0 : at]!;
}

/** Allowed number of parameters; fixed unless the indicator takes a list. */
export function paramCount(name: IndicatorName): { fewest: number; most: number } {
  const { fields, list }: IndicatorParams = INDICATOR_PARAMS[name];
  return list ?? { fewest: fields.length, most: fields.length };
}

/** Whether each parameter has its own line. */
export function isLinePerParam(name: IndicatorName): boolean {
  const { defaults, list }: IndicatorParams = INDICATOR_PARAMS[name];
  return list !== undefined && coloredLines(name, defaults).length === defaults.length;
}

export function validateDraft(name: IndicatorName, { texts }: IndicatorDraft): DraftValidation {
  const params = texts.map((text) => (text === '' ? NaN : Number(text)));
  const fields = params.map((value, at) => rangeObjection(name, at, value));
  const whole = fields.every((objection) => objection === null) ? paramObjection(name, params) : null;
  return {
    params: whole === null && fields.every((objection) => objection === null) ? params : null,
    fields,
    combination: whole,
  };
}

/** Validates one parameter with defaults for the others, so that only its own range can fail. */
function rangeObjection(name: IndicatorName, at: number, value: number): ParamObjection | null {
  const { defaults, list }: IndicatorParams = INDICATOR_PARAMS[name];
  const objection = paramObjection(name, defaults.with(list ? 0 : at, value));
  return objection?.code === 'range' ? objection : null;
}

/** Adds a line: twice the longest period, or the nearest free one below the maximum. */
export function withLine(name: IndicatorName, draft: IndicatorDraft): IndicatorDraft {
  const taken = draft.texts.map(Number).filter(Number.isFinite);
  const { max } = paramField(name, 0);
  let next = Math.min(max, Math.max(1, ...taken) * 2);
  while (taken.includes(next) && next > 1) next -= 1;
  return { ...draft, texts: [...draft.texts, String(next)] };
}

/** Removes a line. `lineColors`: current colours of all lines, which the remaining ones keep. */
export function withoutLine(draft: IndicatorDraft, at: number, lineColors: readonly number[]): IndicatorDraft {
  return { texts: draft.texts.toSpliced(at, 1), colors: draft.colors.length > 0 ? lineColors.toSpliced(at, 1) : [] };
}

export function withColor(
  draft: IndicatorDraft,
  at: number,
  color: number,
  lineColors: readonly number[],
): IndicatorDraft {
  return { ...draft, colors: lineColors.with(at, color) };
}
