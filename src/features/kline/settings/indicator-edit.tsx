// One indicator under the pen: its parameters, its lines and their colours; nothing reaches the chart before it is
// applied.
import { useState } from 'react';
import { useTranslation } from '../../../locales/use-translation.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { type Chosen, type IndicatorPlace, changed, coloredLines, lineColors, usual } from '../chosen-indicators.ts';
import { ColorRow, Swatch } from './color-choice.tsx';
import {
  type Draft,
  countOf,
  draftOf,
  fieldOf,
  isLinePerParam,
  validateDraft,
  withColor,
  withLine,
  withoutLine,
} from './indicator-draft.ts';
import { fieldText, objectionText } from './param-labels.ts';
import styles from './settings.module.css';

export interface IndicatorEditProps {
  place: IndicatorPlace;
  /** All that are chosen in that place: colours go on from one to the next. */
  chosen: readonly Chosen[];
  one: Chosen;
  onApply: (next: Chosen) => void;
}

export function IndicatorEdit({ place, chosen, one, onApply }: IndicatorEditProps) {
  const { t } = useTranslation();
  const { name } = one;
  const [draft, setDraft] = useState(() => draftOf(one));
  const validation = validateDraft(name, draft);
  const colors = colorsOf(place, chosen, one, draft);
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
      <Params
        {...parts}
        fields={validation.fields.map((objection) => (objection ? objectionText(objection, t) : ''))}
      />
      {validation.whole && (
        <p className={styles.wrong} role="alert">
          {objectionText(validation.whole, t)}
        </p>
      )}
      {!isLinePerParam(name) && <Colors {...parts} />}
      <div className={styles.ends}>
        <Button wide onClick={() => setDraft(draftOf(usual(name)))}>
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
function colorsOf(place: IndicatorPlace, chosen: readonly Chosen[], one: Chosen, { texts, colors }: Draft): number[] {
  const list = changed(chosen, { ...one, params: texts.map(Number), colors });
  return lineColors(list, place)[list.findIndex(({ name }) => name === one.name)] ?? [];
}

interface PartProps {
  name: Chosen['name'];
  draft: Draft;
  colors: readonly number[];
  onDraft: (draft: Draft) => void;
}

function Params({ name, draft, colors, onDraft, fields }: PartProps & { fields: readonly string[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(-1);
  const lines = isLinePerParam(name);
  const { fewest, most } = countOf(name);
  return (
    <>
      {draft.texts.map((text, at) => {
        const field = fieldOf(name, at);
        const place = at + 1;
        const label = fewest < most ? t('ind.line', { place }) : fieldText(field.name, t);
        const type = (next: string): void => onDraft({ ...draft, texts: draft.texts.with(at, next) });
        return (
          <div key={at} className={styles.param}>
            {lines && (
              <Swatch
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
              onStep={(steps) => type(stepped(text, steps, field))}
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

/** One step up or down, within the field's range. */
function stepped(text: string, steps: 1 | -1, { min, max, step }: { min: number; max: number; step: number }): string {
  const value = (Number(text) || 0) + steps * step;
  return String(Number(Math.min(max, Math.max(min, value)).toFixed(1)));
}

function Colors({ name, draft, colors, onDraft }: PartProps) {
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
            <Swatch
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
