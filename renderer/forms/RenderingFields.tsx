/** Fields of a rendering: format, size, color space, sharpening. */
import { Checkbox, ColorInput, Group, Input, NumberInput, Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatMessage } from '../../contract/messages/format-message.ts';
import {
  colorSpaces,
  type OutputSize,
  pixelLimitMessage,
  type Rendering,
  sharpenings,
} from '../../contract/recipes/output.ts';
import { Note } from '../components/Note.tsx';
import { bindFields } from './bindFields.ts';
import { MaxFileSizeField } from './MaxFileSizeField.tsx';
import { hasQuality, type RenderingProps, sizeOfKind } from './renderingProps.ts';

const sizeKinds = ['photograph', 'longest', 'exact'] as const satisfies OutputSize['kind'][];
const maxSidePx = 65_535;
const minSidePx = 16;

interface RenderingFieldsProps extends RenderingProps {
  readonly formats: readonly Rendering['format'][];
  /** Label of the format `auto`. */
  readonly auto: string;
  /** Whether the format that `auto` becomes has a quality. */
  readonly autoHasQuality: boolean;
  /** Whether a field is shown here; all are by default. */
  readonly has?: HasRendering;
}

type HasRendering = (field: Exclude<keyof Rendering, 'composition' | 'clippingPath' | 'metadata'>) => boolean;
const hasAll: HasRendering = () => true;

export function RenderingFields({ formats, auto, autoHasQuality, has = hasAll, ...part }: RenderingFieldsProps) {
  const { rendering, set, testId, fieldSize = 'sm' } = part;
  const { t } = useTranslation();
  const field = bindFields(rendering, set);
  const { format } = rendering;
  const isLossy = hasQuality(format, autoHasQuality);
  const nameOf = (each: Rendering['format']) => (each === 'auto' ? auto : t(`recipes.output.formats.${each}`));
  return (
    <>
      {(has('format') || has('quality')) && (
        <Group grow gap="sm" wrap="nowrap" align="flex-start">
          {has('format') && (
            <Select
              size={fieldSize}
              label={t('recipes.output.format')}
              data={formats.map((each) => ({ value: each, label: nameOf(each) }))}
              {...field.choice('format', testId('format'))}
            />
          )}
          {has('quality') && (
            <NumberInput
              size={fieldSize}
              label={t('recipes.output.quality')}
              min={1}
              max={100}
              clampBehavior="strict"
              disabled={!isLossy}
              title={isLossy ? undefined : t('recipes.output.lossless')}
              {...field.number('quality', testId('quality'))}
            />
          )}
        </Group>
      )}
      {format === 'jpeg' && has('mostKilobytes') && <MaxFileSizeField {...part} />}
      {(format === 'png' || format === 'tiff') && has('depth') && (
        <Select
          size={fieldSize}
          label={t('recipes.output.depth')}
          data={([8, 16] as const).map((bits) => ({
            value: String(bits),
            label: t('recipes.output.bits', { n: bits }),
          }))}
          value={String(rendering.depth)}
          onChange={(bits) => set({ depth: bits === '16' ? 16 : 8 })}
          data-testid={testId('depth')}
        />
      )}
      {format !== 'psd' ? (
        <SizeAndColor {...part} has={has} />
      ) : (
        has('format') && <Note mt={4}>{t('recipes.output.psdHelp')}</Note>
      )}
    </>
  );
}

function SizeAndColor({
  rendering,
  set,
  testId,
  fieldSize = 'sm',
  has,
}: RenderingProps & { readonly has: HasRendering }) {
  const { t } = useTranslation();
  const field = bindFields(rendering, set);
  const { size, composition } = rendering;
  // The canvas of a composition has its own size. Another one is offered only if it was chosen before.
  const isOfCanvas = composition !== null && size.kind === 'photograph';
  return (
    <>
      {has('size') && !isOfCanvas && (
        <Select
          size={fieldSize}
          label={t('recipes.output.size')}
          data={sizeKinds.map((kind) => ({ value: kind, label: t(`recipes.output.sizes.${kind}`) }))}
          value={size.kind}
          onChange={(kind) => kind && set({ size: sizeOfKind(kind as OutputSize['kind']) })}
          data-testid={testId('size')}
        />
      )}
      {has('size') && (
        <SizeFields size={size} onChange={(next) => set({ size: next })} testId={testId} fieldSize={fieldSize} />
      )}
      {size.kind !== 'photograph' && has('sharpen') && (
        <Select
          size={fieldSize}
          label={t('recipes.output.sharpen')}
          description={t('recipes.output.sharpenHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={sharpenings.map((each) => ({ value: each, label: t(`recipes.output.sharpenings.${each}`) }))}
          {...field.choice('sharpen', testId('sharpen'))}
        />
      )}
      {has('colour') && (
        <Select
          size={fieldSize}
          label={t('recipes.output.colour')}
          data={colorSpaces.map((each) => ({ value: each, label: t(`recipes.output.colours.${each}`) }))}
          {...field.choice('colour', testId('colour'))}
        />
      )}
    </>
  );
}

interface SizeFieldsProps extends Required<Pick<RenderingProps, 'testId' | 'fieldSize'>> {
  readonly size: OutputSize;
  readonly onChange: (size: OutputSize) => void;
}

function SizeFields({ size, onChange, testId, fieldSize }: SizeFieldsProps) {
  const { t } = useTranslation();
  if (size.kind === 'photograph') return null;
  const wrong = pixelLimitMessage(size);
  const side = (name: 'px' | 'width' | 'height', value: number, put: (px: number) => OutputSize) => (
    <NumberInput
      size={fieldSize}
      label={t(`recipes.output.${name}`)}
      min={minSidePx}
      max={maxSidePx}
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
          <Group grow gap="sm" wrap="nowrap" align="flex-start">
            {side('width', size.width, (width) => ({ ...size, width }))}
            {side('height', size.height, (height) => ({ ...size, height }))}
          </Group>
          {wrong !== null && (
            <Input.Error size={fieldSize} data-testid={testId('size-wrong')}>
              {formatMessage(wrong)}
            </Input.Error>
          )}
          <ColorInput
            size={fieldSize}
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
        size={fieldSize}
        label={t('recipes.output.enlarge')}
        checked={size.enlarge}
        onChange={(event) => onChange({ ...size, enlarge: event.currentTarget.checked })}
        data-testid={testId('enlarge')}
      />
    </>
  );
}
