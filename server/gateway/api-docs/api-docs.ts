// The table of calls as documentation: what each asks for, answers and refuses, read off the table and nothing else.
import { API_BASE, BODY_LIMIT_BYTES, encodeForm } from '../../../core/endpoints/http.ts';
import { CALLS, type Call, type CallPath } from '../../../core/endpoints/endpoints.ts';
import { words } from '../../../core/errors/messages/en-US.ts';
import { FIELD_USES, type FieldUses, usesText } from '../field-uses.ts';
import { type Field, exampleAnswer, fieldsOf, shapeOf } from './schema-description.ts';

export interface CallDocs {
  path: string;
  method: 'POST';
  access: Call['access'];
  /** Moves money: its `clientNo` makes a retry answer as the first try did. */
  money: boolean;
  bodyLimitBytes: number;
  fields: Field[];
  /** Shape of `data`. */
  answer: string;
  errors: { code: number; says: string }[];
  example: { request: string; answer: string };
}

export interface ApiDocs {
  base: string;
  calls: CallDocs[];
  /** Every code there is. */
  codes: { code: number; says: string }[];
}

/** Refusals that any call of a kind may answer with, whatever it is about. */
function impliedErrors({ access, money }: Call): number[] {
  return [...(access === 'session' ? [-1000] : []), 1400, ...(money ? [1403] : []), 1429, 1500];
}

/** Refusals that the table lists for a call, where it lists them. */
function listedErrors(call: Call): readonly number[] {
  return 'errors' in call && Array.isArray(call.errors) ? (call.errors as number[]) : [];
}

function docsOf(path: CallPath, call: Call): CallDocs {
  const uses: FieldUses = FIELD_USES[path] ?? {};
  const fields = fieldsOf(call.request).map((field) =>
    uses[field.name] ? { ...field, rules: [...field.rules, `read ${usesText(uses[field.name])} alone`] } : field,
  );
  const codes = [...new Set([...impliedErrors(call), ...listedErrors(call)])].sort((a, b) => a - b);
  const needed = fields.filter(({ required }) => required);
  return {
    path: API_BASE + path,
    method: 'POST',
    access: call.access,
    money: call.money === true,
    bodyLimitBytes: call.bodyLimitBytes ?? BODY_LIMIT_BYTES,
    fields,
    answer: shapeOf(call.answer),
    errors: codes.map(said),
    example: {
      request: encodeForm(Object.fromEntries(needed.map(({ name, example }) => [name, example]))),
      answer: JSON.stringify(
        { code: 0, msg: 'OK', data: exampleAnswer(call.answer), ts: 1_764_000_000_000, traceId: '0123456789abcdef' },
        null,
        1,
      ),
    },
  };
}

function said(code: number): { code: number; says: string } {
  return { code, says: words[String(code)] ?? '' };
}

export function apiDocs(): ApiDocs {
  return {
    base: API_BASE,
    calls: (Object.keys(CALLS) as CallPath[]).map((path) => docsOf(path, CALLS[path])),
    codes: Object.keys(words)
      .map(Number)
      .sort((a, b) => a - b)
      .map(said),
  };
}
