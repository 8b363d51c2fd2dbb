/** Fields of a custom preset: its name, the settings it fills in, and its rules. */
import { Button, Menu, NumberInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnPreset } from '../../../../contract/recipes/custom-presets.ts';
import { IconAction } from '../../../components/actions/IconAction.tsx';
import classes from './Presets.module.css';
import { kindsToAdd, levelsOf, withNewRule, withoutRule, withRule } from './presetDraft.ts';
import { RuleFields } from './RuleFields.tsx';
import { Uncertain } from './RuleTable.tsx';
import { ruleText } from './ruleText.ts';

interface CustomPresetFormProps {
  readonly preset: OwnPreset;
  readonly onChange: (preset: OwnPreset) => void;
}

export function CustomPresetForm({ preset, onChange }: CustomPresetFormProps) {
  const { t } = useTranslation();
  const { composition, output, rules } = preset;
  const { canvas, fill } = composition;
  const numberInput = (
    label: string,
    value: number,
    range: readonly [number, number],
    withValue: (value: number) => OwnPreset,
  ) => (
    <NumberInput
      size="xs"
      label={label}
      min={range[0]}
      max={range[1]}
      clampBehavior="strict"
      value={value}
      onChange={(next) => typeof next === 'number' && onChange(withValue(next))}
    />
  );
  const withComposition = (change: Partial<OwnPreset['composition']>): OwnPreset => ({
    ...preset,
    composition: { ...composition, ...change },
  });
  return (
    <>
      <TextInput
        size="xs"
        label={t('presets.name')}
        maxLength={80}
        value={preset.name}
        onChange={(event) => onChange({ ...preset, name: event.currentTarget.value })}
        data-testid="preset-name"
      />
      <SimpleGrid cols={4} spacing={8}>
        {canvas.kind === 'exact' && (
          <>
            {numberInput(t('presets.edit.width'), canvas.width, [16, 20_000], (width) =>
              withComposition({ canvas: { ...canvas, width } }),
            )}
            {numberInput(t('presets.edit.height'), canvas.height, [16, 20_000], (height) =>
              withComposition({ canvas: { ...canvas, height } }),
            )}
          </>
        )}
        {numberInput(t('presets.edit.fill'), Math.round((fill ?? 1) * 100), [5, 100], (next) =>
          withComposition({ fill: next / 100 }),
        )}
        {numberInput(t('presets.edit.quality'), output.quality, [1, 100], (quality) => ({
          ...preset,
          output: { ...output, quality },
        }))}
      </SimpleGrid>
      <table className={classes.rules} data-testid="preset-rules">
        <tbody>
          {rules.map((rule, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have no id
            <tr key={index}>
              <td>
                {ruleText(rule.asks)}
                {!rule.certain && <Uncertain />}
                <RuleFields rule={rule} onChange={(asks) => onChange(withRule(preset, index, { asks }))} />
              </td>
              <td>
                <Select
                  size="xs"
                  aria-label={`${ruleText(rule.asks)}: ${t('presets.level')}`}
                  data={(['must', 'should'] as const).map((level) => ({
                    value: level,
                    label: t(`presets.levels.${level}`),
                    disabled: !levelsOf(preset, index).includes(level),
                  }))}
                  value={rule.level}
                  onChange={(level) =>
                    level && onChange(withRule(preset, index, { level: level as 'must' | 'should' }))
                  }
                />
              </td>
              <td>
                {rules.length > 1 && (
                  <IconAction
                    label={t('presets.removeRule')}
                    icon={IconTrash}
                    onClick={() => onChange(withoutRule(preset, index))}
                    testId={`preset-remove-${index}`}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <AddRule preset={preset} onChange={onChange} />
    </>
  );
}

/** Menu of the kinds of rules that can be added. */
function AddRule({ preset, onChange }: CustomPresetFormProps) {
  const { t } = useTranslation();
  const kinds = kindsToAdd(preset);
  const { length } = preset.rules;
  const previousLength = useRef(length);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The new rule is right above the button.
    if (length > previousLength.current) target.current?.scrollIntoView({ block: 'nearest' });
    previousLength.current = length;
  }, [length]);
  if (kinds.length === 0) return null;
  const today = () => new Date().toISOString().slice(0, 10);
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <Button
          ref={target}
          flex="none"
          style={{ alignSelf: 'start' }}
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          data-testid="preset-add-rule"
        >
          {t('presets.addRule')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflow: 'auto' }}>
        {kinds.map((kind) => (
          <Menu.Item
            key={kind}
            onClick={() => onChange(withNewRule(preset, kind, today()))}
            data-testid={`preset-add-${kind}`}
          >
            {t(`presets.kinds.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
