/** How a cutout is laid out: on which background, how large, where, and with a shadow or without. */
import { Checkbox, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type Composition,
  canvasSides,
  compositionSchema,
  horizontalPlaces,
  verticalPlaces,
} from '../../../../contract/recipes/composition.ts';
import { bindFields } from '../../../forms/bindFields.ts';
import classes from '../Recipes.module.css';
import { compositionTexts } from './compositionTexts.ts';
import { OutputBackground } from './OutputBackground.tsx';
import type { OutputPartProps } from './outputPartProps.ts';

const inputOrder = ['label', 'input', 'description', 'error'] as const;
type Canvas = Composition['canvas'];

const canvases: Readonly<Record<Canvas['kind'], Canvas>> = {
  'as-is': { kind: 'as-is' },
  longest: { kind: 'longest', px: 2000 },
  exact: { kind: 'exact', width: 2000, height: 2000 },
};

export function OutputComposition({ output: { composition }, has, issueOf, set, testId }: OutputPartProps) {
  const { t } = useTranslation();
  const words = compositionTexts();
  const change = (part: Partial<Composition>) => composition && set({ composition: { ...composition, ...part } });
  const toggle = has('composition') && (
    <Checkbox
      label={t('recipes.output.compose')}
      description={t('recipes.output.composeHelp')}
      checked={composition !== null}
      onChange={(event) => set({ composition: event.currentTarget.checked ? compositionSchema.parse({}) : null })}
      data-testid={testId('compose')}
    />
  );
  if (composition === null) return toggle;
  const field = bindFields(composition, change);
  const { background, canvas } = composition;
  const percent = (name: 'fill' | 'margin' | 'baseline', [min, max]: readonly [number, number], empty: number | null) =>
    has(name) && (
      <NumberInput
        label={words[name].label}
        description={words[name].help}
        inputWrapperOrder={[...inputOrder]}
        suffix=" %"
        min={min}
        max={max}
        allowDecimal={false}
        error={issueOf(name)}
        placeholder={t('recipes.output.asItWas')}
        value={composition[name] === null ? '' : Math.round((composition[name] ?? 0) * 100)}
        onChange={(value) => change({ [name]: typeof value === 'number' ? value / 100 : empty })}
        data-testid={testId(name)}
      />
    );
  const side = (label: string, value: number, put: (px: number) => Canvas) => (
    <NumberInput
      label={label}
      min={canvasSides.min}
      max={canvasSides.max}
      allowDecimal={false}
      error={issueOf('canvas')}
      value={value}
      onChange={(px) => typeof px === 'number' && change({ canvas: put(px) })}
    />
  );
  return (
    <>
      {toggle}
      {has('background') && (
        <OutputBackground background={background} set={(next) => change({ background: next })} testId={testId} />
      )}
      {has('canvas') && (
        <>
          <Select
            label={words.canvas.label}
            data={(['as-is', 'longest', 'exact'] as const).map((kind) => ({
              value: kind,
              label: t(`recipes.output.canvases.${kind}`),
            }))}
            value={canvas.kind}
            onChange={(kind) => kind && change({ canvas: canvases[kind as Canvas['kind']] })}
            data-testid={testId('canvas')}
          />
          {canvas.kind === 'longest' && side(t('recipes.output.px'), canvas.px, (px) => ({ ...canvas, px }))}
          {canvas.kind === 'exact' && (
            <div className={classes.two}>
              {side(t('recipes.output.width'), canvas.width, (width) => ({ ...canvas, width }))}
              {side(t('recipes.output.height'), canvas.height, (height) => ({ ...canvas, height }))}
            </div>
          )}
        </>
      )}
      <div className={classes.two}>
        {percent('fill', [5, 100], null)}
        {percent('margin', [0, 40], 0)}
      </div>
      <div className={classes.two}>
        {has('horizontal') && (
          <Select
            label={words.horizontal.label}
            data={horizontalPlaces.map((place) => ({ value: place, label: t(`recipes.output.places.${place}`) }))}
            {...field.choice('horizontal', testId('horizontal'))}
          />
        )}
        {has('vertical') && (
          <Select
            label={words.vertical.label}
            disabled={composition.baseline !== null}
            data={verticalPlaces.map((place) => ({ value: place, label: t(`recipes.output.places.${place}`) }))}
            {...field.choice('vertical', testId('vertical'))}
          />
        )}
      </div>
      {percent('baseline', [0, 60], null)}
      {has('crop') && (
        <Checkbox label={words.crop.label} description={words.crop.help} {...field.check('crop', testId('crop'))} />
      )}
      {has('shadow') && (
        <Checkbox
          label={words.shadow.label}
          description={words.shadow.help}
          checked={composition.shadow !== null}
          onChange={(event) =>
            change({ shadow: event.currentTarget.checked ? { strength: 0.35, softness: 0.4 } : null })
          }
          data-testid={testId('shadow')}
        />
      )}
    </>
  );
}
