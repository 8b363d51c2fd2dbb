/** Composition of a cutout: its background, canvas, size and position, and a shadow. */
import { Checkbox, Group, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  type Composition,
  canvasSides,
  compositionSchema,
  horizontalPlaces,
  verticalPlaces,
} from '../../../../contract/recipes/composition.ts';
import { bindFields } from '../../../forms/bindFields.ts';
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

export function OutputComposition(props: OutputPartProps) {
  const { output, has, set, testId } = props;
  const { composition } = output;
  const { t } = useTranslation();
  return (
    <>
      {has('composition') && (
        <Checkbox
          label={t('recipes.output.compose')}
          description={t('recipes.output.composeHelp')}
          checked={composition !== null}
          onChange={(event) => set({ composition: event.currentTarget.checked ? compositionSchema.parse({}) : null })}
          data-testid={testId('compose')}
        />
      )}
      {composition !== null && (
        <CompositionFields
          {...props}
          composition={composition}
          change={(part) => set({ composition: { ...composition, ...part } })}
        />
      )}
    </>
  );
}

interface CompositionProps extends Pick<OutputPartProps, 'has' | 'issueOf' | 'testId'> {
  readonly composition: Composition;
  readonly change: (part: Partial<Composition>) => void;
}

const Pair = Group.withProps({ grow: true, gap: 12, align: 'flex-start', wrap: 'nowrap' });

function CompositionFields(props: CompositionProps) {
  const { composition, has, change, testId } = props;
  const { t } = useTranslation();
  const texts = compositionTexts();
  const field = bindFields(composition, change);
  return (
    <>
      {has('background') && (
        <OutputBackground
          background={composition.background}
          set={(background) => change({ background })}
          testId={testId}
        />
      )}
      {has('canvas') && <CanvasFields {...props} />}
      {(has('fill') || has('margin')) && (
        <Pair>
          {has('fill') && <PercentInput {...props} name="fill" range={[5, 100]} empty={null} />}
          {has('margin') && <PercentInput {...props} name="margin" range={[0, 40]} empty={0} />}
        </Pair>
      )}
      {(has('horizontal') || has('vertical')) && (
        <Pair>
          {has('horizontal') && (
            <Select
              label={texts.horizontal.label}
              data={horizontalPlaces.map((place) => ({ value: place, label: t(`recipes.output.places.${place}`) }))}
              {...field.choice('horizontal', testId('horizontal'))}
            />
          )}
          {has('vertical') && (
            <Select
              label={texts.vertical.label}
              disabled={composition.baseline !== null}
              data={verticalPlaces.map((place) => ({ value: place, label: t(`recipes.output.places.${place}`) }))}
              {...field.choice('vertical', testId('vertical'))}
            />
          )}
        </Pair>
      )}
      {has('baseline') && <PercentInput {...props} name="baseline" range={[0, 60]} empty={null} />}
      {has('crop') && (
        <Checkbox label={texts.crop.label} description={texts.crop.help} {...field.check('crop', testId('crop'))} />
      )}
      {has('shadow') && (
        <Checkbox
          label={texts.shadow.label}
          description={texts.shadow.help}
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

interface PercentInputProps extends CompositionProps {
  readonly name: 'fill' | 'margin' | 'baseline';
  readonly range: readonly [min: number, max: number];
  /** Value of an empty field. */
  readonly empty: number | null;
}

/** A share of the canvas, in percent. */
function PercentInput({ composition, issueOf, change, testId, name, range: [min, max], empty }: PercentInputProps) {
  const { t } = useTranslation();
  const { label, help } = compositionTexts()[name];
  const value = composition[name];
  return (
    <NumberInput
      label={label}
      description={help}
      inputWrapperOrder={[...inputOrder]}
      suffix=" %"
      min={min}
      max={max}
      allowDecimal={false}
      error={issueOf(name)}
      placeholder={t('recipes.output.asItWas')}
      value={value === null ? '' : Math.round(value * 100)}
      onChange={(percent) => change({ [name]: typeof percent === 'number' ? percent / 100 : empty })}
      data-testid={testId(name)}
    />
  );
}

function CanvasFields({ composition: { canvas }, issueOf, change, testId }: CompositionProps) {
  const { t } = useTranslation();
  const sideInput = (label: string, value: number, withSide: (px: number) => Canvas) => (
    <NumberInput
      label={label}
      min={canvasSides.min}
      max={canvasSides.max}
      allowDecimal={false}
      error={issueOf('canvas')}
      value={value}
      onChange={(px) => typeof px === 'number' && change({ canvas: withSide(px) })}
    />
  );
  return (
    <>
      <Select
        label={compositionTexts().canvas.label}
        data={(['as-is', 'longest', 'exact'] as const).map((kind) => ({
          value: kind,
          label: t(`recipes.output.canvases.${kind}`),
        }))}
        value={canvas.kind}
        onChange={(kind) => kind && change({ canvas: canvases[kind as Canvas['kind']] })}
        data-testid={testId('canvas')}
      />
      {canvas.kind === 'longest' && sideInput(t('recipes.output.px'), canvas.px, (px) => ({ ...canvas, px }))}
      {canvas.kind === 'exact' && (
        <Pair>
          {sideInput(t('recipes.output.width'), canvas.width, (width) => ({ ...canvas, width }))}
          {sideInput(t('recipes.output.height'), canvas.height, (height) => ({ ...canvas, height }))}
        </Pair>
      )}
    </>
  );
}
