// Editor of one indicator: parameters and line colours, applied to the chart on submit.
import { useState } from 'react';
import type { IndicatorPane } from '../../../../chart/indicators/indicator-looks.ts';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import {
  type SelectedIndicator,
  withReplaced,
  coloredLines,
  lineColors,
  defaultIndicator,
} from '../selected-indicators.ts';
import { ColorRow, ColorSwatch } from './color-swatch.tsx';
import {
  type IndicatorDraft,
  paramCount,
  draftOf,
  paramField,
  isLinePerParam,
  validateDraft,
  withColor,
  withLine,
  withoutLine,
} from './indicator-draft.ts';
import { paramLabel, paramObjectionText } from './param-labels.ts';
import styles from './settings.module.css';

export interface IndicatorEditProps {
  pane: IndicatorPane;
  /** All selected indicators of the pane: automatic colours depend on the ones before. */
  chosen: readonly SelectedIndicator[];
  one: SelectedIndicator;
  onApply: (next: SelectedIndicator) => void;
}

export function IndicatorEdit({ pane, chosen, one, onApply }: IndicatorEditProps) {
  const { t } = useTranslation();
  const { name } = one;
  const [draft, setDraft] = useState(() => draftOf(one));
  const validation = validateDraft(name, draft);
  const colors = colorsOf(pane, chosen, one, draft);
  const parts = { name, draft, colors, onDraft: setDraft };
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault();
        if (validation.params) onApply({ name, params: validation.params, colors: draft.colors });
      }}
    >
      {draft.texts.length > 0 ? (
        <h3 className={styles.label}>{t('ind.params')}</h3>
      ) : (
        <p className={styles.hint}>{t('ind.noParams')}</p>
      )}
      <ParamFields
        {...parts}
        fields={validation.fields.map((objection) => (objection ? paramObjectionText(objection, t) : ''))}
      />
      {validation.combination && (
        <p className="error" role="alert">
          {paramObjectionText(validation.combination, t)}
        </p>
      )}
      {!isLinePerParam(name) && <LineColors {...parts} />}
      <div className={styles.buttons}>
        <Button wide onClick={() => setDraft(draftOf(defaultIndicator(name)))}>
          {t('ind.reset')}
        </Button>
        <Button kind="primary" wide type="submit" disabled={validation.params === null} data-testid="indicator-apply">
          {t('ind.apply')}
        </Button>
      </div>
    </form>
  );
}

/** Colours of all lines as the chart would draw the draft. */
function colorsOf(
  pane: IndicatorPane,
  chosen: readonly SelectedIndicator[],
  one: SelectedIndicator,
  { texts, colors }: IndicatorDraft,
): number[] {
  const list = withReplaced(chosen, { ...one, params: texts.map(Number), colors });
  return lineColors(list, pane)[list.findIndex(({ name }) => name === one.name)] ?? [];
}

interface IndicatorFieldsProps {
  name: SelectedIndicator['name'];
  draft: IndicatorDraft;
  colors: readonly number[];
  onDraft: (draft: IndicatorDraft) => void;
}

function ParamFields({ name, draft, colors, onDraft, fields }: IndicatorFieldsProps & { fields: readonly string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(-1);
  const lines = isLinePerParam(name);
  const { fewest, most } = paramCount(name);
  return (
    <>
      {draft.texts.map((text, at) => {
        const field = paramField(name, at);
        const place = at + 1;
        const label = fewest < most ? t('ind.line', { place }) : paramLabel(field.name, t);
        const type = (next: string): void => onDraft({ ...draft, texts: draft.texts.with(at, next) });
        return (
          <div key={at} className={styles.param}>
            {lines && (
              <ColorSwatch
                line={label}
                color={colors[at] ?? 1}
                open={open === at}
                onToggle={() => setOpen(open === at ? -1 : at)}
              />
            )}
            <NumberField
              label={label}
              value={text}
              onValue={type}
              decimals={field.step === 1 ? 0 : 1}
              error={fields[at] || undefined}
              onStep={(steps) => type(stepValue(text, steps, field))}
              testId={`param-${at}`}
            />
            {fewest < most && (
              <IconButton
                label={t('ind.removeLine', { place })}
                disabled={draft.texts.length <= fewest}
                onClick={() => onDraft(withoutLine(draft, at, lines ? colors : []))}
              >
                <Icon name="close" size={18} />
              </IconButton>
            )}
            {lines && open === at && (
              <ColorRow
                line={label}
                color={colors[at] ?? 1}
                onColor={(color) => onDraft(withColor(draft, at, color, colors))}
              />
            )}
          </div>
        );
      })}
      {draft.texts.length < most && (
        <Button small onClick={() => onDraft(withLine(name, draft))}>
          <Icon name="plus" size={16} />
          {t('ind.addLine')}
        </Button>
      )}
    </>
  );
}

/** The value one step up or down, within the field's range. */
function stepValue(
  text: string,
  steps: 1 | -1,
  { min, max, step }: { min: number; max: number; step: number },
): string {
  const value = (Number(text) || 0) + steps * step;
  return String(Number(Math.min(max, Math.max(min, value)).toFixed(1)));
}

function LineColors({ name, draft, colors, onDraft }: IndicatorFieldsProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(-1);
  const lines = coloredLines(name, draft.texts.map(Number));
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className={styles.label}>{t('ind.colors')}</h3>
      <div className={styles.lines}>
        {lines.map((line, at) => (
          <span key={line} className={styles.lineColor}>
            <ColorSwatch
              line={line}
              color={colors[at] ?? 1}
              open={open === at}
              onToggle={() => setOpen(open === at ? -1 : at)}
            />
            <span className="num">{line}</span>
          </span>
        ))}
      </div>
      {open >= 0 && open < lines.length && (
        <ColorRow
          line={lines[open] ?? ''}
          color={colors[open] ?? 1}
          onColor={(color) => onDraft(withColor(draft, open, color, colors))}
        />
      )}
    </>
  );
}
