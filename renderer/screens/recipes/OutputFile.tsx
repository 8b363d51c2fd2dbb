/** How the file of an output is made: format, size, colours, sharpening. */
import { Checkbox, ColorInput, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  colourSpaces,
  type Output,
  type OutputSize,
  outputFormats,
  sharpenings,
} from '../../../preload/contract/recipe.ts';
import { sizeOfKind } from './outputDraft.ts';
import type { OutputPartProps } from './outputPart.ts';
import classes from './Recipes.module.css';
import { usesQuality } from './recipeDraft.ts';

const sizeKinds = ['photograph', 'longest', 'exact'] as const satisfies OutputSize['kind'][];
const largestSide = 65_535;
const leastSide = 16;

export function OutputFile(part: OutputPartProps) {
  const { recipe, number, output, set, testId } = part;
  const { t } = useTranslation();
  const { format } = output;
  const hasQuality = usesQuality(recipe, output);
  return (
    <>
      <div className={classes.two}>
        <Select
          label={t('recipes.output.format')}
          allowDeselect={false}
          data={outputFormats
            .filter((each) => each !== 'psd' || number > 0)
            .map((each) => ({ value: each, label: t(`recipes.output.formats.${each}`) }))}
          value={format}
          onChange={(each) => each && set({ format: each as Output['format'] })}
          data-testid={testId('format')}
        />
        <NumberInput
          label={t('recipes.output.quality')}
          min={1}
          max={100}
          clampBehavior="strict"
          disabled={!hasQuality}
          title={hasQuality ? undefined : t('recipes.output.lossless')}
          value={output.quality}
          onChange={(quality) => typeof quality === 'number' && set({ quality })}
          data-testid={testId('quality')}
        />
      </div>
      {format === 'jpeg' && (
        <NumberInput
          label={t('recipes.output.mostKb')}
          description={t('recipes.output.mostHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={10}
          max={1_000_000}
          suffix={` ${t('recipes.output.kb')}`}
          placeholder={t('recipes.output.noLimit')}
          value={output.mostKilobytes ?? ''}
          onChange={(value) => set({ mostKilobytes: typeof value === 'number' ? value : null })}
          data-testid={testId('most')}
        />
      )}
      {(format === 'png' || format === 'tiff') && (
        <Select
          label={t('recipes.output.depth')}
          allowDeselect={false}
          data={([8, 16] as const).map((bits) => ({
            value: String(bits),
            label: t('recipes.output.bits', { n: bits }),
          }))}
          value={String(output.depth)}
          onChange={(bits) => set({ depth: bits === '16' ? 16 : 8 })}
          data-testid={testId('depth')}
        />
      )}
      {output.format === 'psd' ? (
        <p className={classes.summary}>{t('recipes.output.psdHelp')}</p>
      ) : (
        <SizeAndColour {...part} />
      )}
    </>
  );
}

function SizeAndColour({ output, set, testId }: OutputPartProps) {
  const { t } = useTranslation();
  const { size, composition } = output;
  // Where a cutout is laid out, the canvas has the size: a second one is only there where it was chosen before.
  const isOfCanvas = composition !== null && size.kind === 'photograph';
  return (
    <>
      {!isOfCanvas && (
        <Select
          label={t('recipes.output.size')}
          allowDeselect={false}
          data={sizeKinds.map((kind) => ({ value: kind, label: t(`recipes.output.sizes.${kind}`) }))}
          value={size.kind}
          onChange={(kind) => kind && set({ size: sizeOfKind(kind as OutputSize['kind']) })}
          data-testid={testId('size')}
        />
      )}
      <SizeFields size={size} onChange={(next) => set({ size: next })} testId={testId} />
      {size.kind !== 'photograph' && (
        <Select
          label={t('recipes.output.sharpen')}
          description={t('recipes.output.sharpenHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={sharpenings.map((each) => ({ value: each, label: t(`recipes.output.sharpenings.${each}`) }))}
          value={output.sharpen}
          onChange={(each) => each && set({ sharpen: each as Output['sharpen'] })}
          data-testid={testId('sharpen')}
        />
      )}
      <Select
        label={t('recipes.output.colour')}
        allowDeselect={false}
        data={colourSpaces.map((each) => ({ value: each, label: t(`recipes.output.colours.${each}`) }))}
        value={output.colour}
        onChange={(each) => each && set({ colour: each as Output['colour'] })}
        data-testid={testId('colour')}
      />
    </>
  );
}

interface SizeFieldsProps {
  readonly size: OutputSize;
  readonly onChange: (size: OutputSize) => void;
  readonly testId: (name: string) => string;
}

function SizeFields({ size, onChange, testId }: SizeFieldsProps) {
  const { t } = useTranslation();
  if (size.kind === 'photograph') return null;
  const side = (name: 'px' | 'width' | 'height', value: number, put: (px: number) => OutputSize) => (
    <NumberInput
      label={t(`recipes.output.${name}`)}
      min={leastSide}
      max={largestSide}
      allowDecimal={false}
      value={value}
      onChange={(px) => typeof px === 'number' && onChange(put(px))}
      data-testid={testId(name)}
    />
  );
  return (
    <>
      {size.kind === 'longest' && side('px', size.px, (px) => ({ ...size, px }))}
      {size.kind === 'exact' && (
        <>
          <div className={classes.two}>
            {side('width', size.width, (width) => ({ ...size, width }))}
            {side('height', size.height, (height) => ({ ...size, height }))}
          </div>
          <ColorInput
            label={t('recipes.output.background')}
            description={t('recipes.output.backgroundHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            format="hex"
            value={size.background}
            onChange={(background) => /^#[0-9a-f]{6}$/i.test(background) && onChange({ ...size, background })}
            data-testid={testId('background')}
          />
        </>
      )}
      <Checkbox
        label={t('recipes.output.enlarge')}
        checked={size.enlarge}
        onChange={(event) => onChange({ ...size, enlarge: event.currentTarget.checked })}
        data-testid={testId('enlarge')}
      />
    </>
  );
}
